import type { SessionContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { ConflictError, UnauthenticatedError } from "@/server/platform/errors";
import { isDeadlock } from "@/server/platform/is-deadlock";
import { log } from "@/server/platform/logger";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import { forgetMails, forgetWaitingMails } from "./forget-mails";
import { openConnections, type RevocableConnection, revokeAll } from "./revoke-connections";

/** Deleting a large company takes long, and the deletion is a single transaction. */
const STATEMENT_TIMEOUT = "SET LOCAL statement_timeout = '115s'";
const TRIES = 5;

interface Erased {
  /** Where mails went: the account's address, and one that waited to replace it. */
  addresses: string[];
  connections: RevocableConnection[];
}

/**
 * Deletes the account: the user with sessions and queued mails, and the company with every row unless it
 * has other users. Then revokes the connections. Posted Deposits stay in QuickBooks. The caller must have
 * confirmed the owner (server/auth/prove-owner.ts).
 * @throws ConflictError while a deposit is being posted, because its outcome must be recorded;
 * UnauthenticatedError when the session has just ended.
 */
export async function deleteAccount(ctx: SessionContext): Promise<{ message: string }> {
  await stopRuns(ctx);
  const { addresses, connections } = await eraseInTurn(ctx);
  log().info("an account was deleted");
  await Promise.all([revokeAll(connections), ...addresses.map(forgetMails)]);
  return { message: "Your account was deleted" };
}

/** Cancelling the runs keeps a worker from writing while the rows are deleted. */
async function stopRuns(ctx: SessionContext): Promise<void> {
  await withCompanyLock(ctx, async (tx) => {
    if (await hasCompanions(tx, ctx)) return;
    await refuseWhilePosting(tx, ctx);
    const { companyId } = ctx;
    const data = { state: "cancelled", finishedAt: new Date() } as const;
    const active = { companyId, state: { in: ["queued" as const, "running" as const] } };
    await tx.syncRun.updateMany({ where: active, data });
    await tx.matchRun.updateMany({ where: active, data });
  });
}

/** Retried, because a worker's remaining writes may cause a deadlock. */
async function eraseInTurn(ctx: SessionContext): Promise<Erased> {
  for (let left = TRIES; ; left -= 1) {
    try {
      return await withCompanyLock(ctx, (tx) => erase(tx, ctx));
    } catch (error) {
      if (left <= 1 || !isDeadlock(error)) throw error;
    }
  }
}

async function erase(tx: Tx, ctx: SessionContext): Promise<Erased> {
  const { companyId, userId } = ctx;
  await tx.$executeRawUnsafe(STATEMENT_TIMEOUT);
  const addresses = await lockPerson(tx, ctx);
  await forgetWaitingMails(tx, addresses);
  if (await hasCompanions(tx, ctx)) {
    await tx.matchRun.updateMany({ where: { companyId, userId }, data: { userId: null } });
    await tx.user.deleteMany({ where: { id: userId } });
    return { addresses, connections: [] };
  }
  await refuseWhilePosting(tx, ctx);
  const connections = await openConnections(tx, ctx);
  // Postings first: their foreign key restricts the deletion of their integration.
  await tx.posting.deleteMany({ where: { companyId } });
  // The user before the company: without it, row level security hides the user.
  await tx.user.deleteMany({ where: { id: userId } });
  await tx.company.deleteMany({ where: { id: companyId } });
  return { addresses, connections };
}

/** Locks the user's row until the transaction ends. @returns the user's addresses. */
async function lockPerson(tx: Tx, { userId, sessionId }: SessionContext): Promise<string[]> {
  const [row] = await tx.$queryRaw<{ email: string }[]>`
    SELECT u.email FROM users u WHERE u.id = ${userId} FOR UPDATE`;
  const session = await tx.session.findUnique({ where: { id: sessionId } });
  const waiting = await tx.emailConfirmation.findMany({ where: { userId } });
  if (row && session && !session.revokedAt) {
    return [...new Set([row.email, ...waiting.map(({ email }) => email)])];
  }
  throw new UnauthenticatedError("Your session has ended. Please sign in again.");
}

/** Whether the company has other users. If so, it is not deleted. */
async function hasCompanions(tx: Tx, { companyId, userId }: SessionContext): Promise<boolean> {
  return (await tx.membership.count({ where: { companyId, NOT: { userId } } })) > 0;
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
