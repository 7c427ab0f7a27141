import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";

const SUFFIX = "'s company";

/** The name of a new company, until the books or a user name it. */
export function defaultCompanyName(username: string): string {
  return `${username}${SUFFIX}`;
}

/** Whether the company still has its default name. */
export function isDefaultCompanyName(name: string): boolean {
  return name.endsWith(SUFFIX);
}

/** Creates a company with default settings and its owner. @returns its id. */
export async function insertCompany(
  tx: Tx,
  { name, ownerId }: { name: string; ownerId: number },
): Promise<string> {
  const { id } = await tx.company.create({
    data: { name, settings: { create: {} }, memberships: { create: { userId: ownerId } } },
    select: { id: true },
  });
  return id;
}

/**
 * Requests an engine run in the transaction that wrote new data. The request is stored in the row, so
 * that a crash before the job is enqueued does not lose it.
 */
export async function requestAutoMatch(tx: Tx, ctx: CompanyContext): Promise<void> {
  await tx.$executeRaw`
    UPDATE companies SET match_requested_at = clock_timestamp() WHERE id = ${ctx.companyId}::uuid`;
}
