import { MAX_RULES } from "@/lib/contracts/values/rules";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { ConflictError } from "@/server/platform/errors";

/** @throws ConflictError when the company has as many rules as it can have. */
export async function requireRoom(tx: Tx, { companyId }: CompanyContext): Promise<void> {
  const count = await tx.rule.count({ where: { companyId, deletedAt: null } });
  if (count < MAX_RULES) return;
  throw new ConflictError(`There are ${MAX_RULES} rules already. Delete one first.`);
}
