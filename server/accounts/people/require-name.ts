import type { Tx } from "@/server/platform/db";
import { UnusableInputError } from "@/server/platform/errors";

/**
 * What can't be undone asks for the company's name.
 * @throws UnusableInputError when it is another one.
 */
export async function requireName(tx: Tx, companyId: string, typed: string): Promise<string> {
  const { name } = await tx.company.findUniqueOrThrow({ where: { id: companyId } });
  if (name.trim().toLowerCase() === typed.trim().toLowerCase()) return name;
  const message = `Enter the company's name as it is: ${name}`;
  throw new UnusableInputError(message, { fields: { company_name: message } });
}
