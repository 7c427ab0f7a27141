import type { SessionContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { ConflictError } from "@/server/platform/errors";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import { openConnections, type RevocableConnection } from "./revoke-connections";

/** Deleting a large company takes long, and the deletion is a single transaction. */
const STATEMENT_TIMEOUT = "SET LOCAL statement_timeout = '115s'";

/** Under the company's lock. */
export function eraseInTurn<T>(ctx: SessionContext, erase: (tx: Tx) => Promise<T>): Promise<T> {
  return withCompanyLock(ctx, async (tx) => {
    await tx.$executeRawUnsafe(STATEMENT_TIMEOUT);
    return erase(tx);
  });
}

/**
 * Cancels the company's runs, which keeps a worker from writing while its rows are deleted.
 * @throws ConflictError while a deposit is being posted.
 */
export async function stopRuns(tx: Tx, ctx: SessionContext): Promise<void> {
  await refuseWhilePosting(tx, ctx);
  const { companyId } = ctx;
  const data = { state: "cancelled", finishedAt: new Date() } as const;
  const active = { companyId, state: { in: ["queued" as const, "running" as const] } };
  await tx.syncRun.updateMany({ where: active, data });
  await tx.matchRun.updateMany({ where: active, data });
}

/**
 * Deletes what has to go before the company's row, with which everything else goes.
 * @returns the connections, to revoke after the commit.
 * @throws ConflictError while a deposit is being posted, because its outcome must be recorded.
 */
export async function eraseBooks(tx: Tx, ctx: SessionContext): Promise<RevocableConnection[]> {
  await refuseWhilePosting(tx, ctx);
  const connections = await openConnections(tx, ctx);
  // Postings first: their foreign key restricts the deletion of their integration.
  await tx.posting.deleteMany({ where: { companyId: ctx.companyId } });
  return connections;
}

/** Locks all postings, so that no worker claims one before the commit. */
async function refuseWhilePosting(tx: Tx, { companyId }: SessionContext): Promise<void> {
  const [row] = await tx.$queryRaw<{ busy: boolean | null }[]>`
    SELECT bool_or(state IN ('sending', 'undoing')) AS busy FROM (
      SELECT state FROM postings WHERE company_id = ${companyId}::uuid AND state <> 'undone'
      ORDER BY id FOR UPDATE) held`;
  if (!row?.busy) return;
  throw new ConflictError("A deposit is being posted. Try again in a moment.");
}
