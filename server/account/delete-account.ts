import type { SessionContext } from "@/server/context";
import type { Tx } from "@/server/db";
import { ConflictError, UnauthenticatedError } from "@/server/errors";
import { log } from "@/server/logger";
import { withMatchingLock } from "@/server/matches/matching-lock";
import { forgetMails, forgetWaitingMails } from "./forget-mails";
import { isDeadlock } from "./is-deadlock";
import { openConnections, type RevocableConnection, revokeAll } from "./revoke-connections";

/** A company with very many rows takes its time; it is all or nothing. */
const STATEMENT_TIMEOUT = "SET LOCAL statement_timeout = '115s'";
const TRIES = 5;

interface Erased {
  email: string;
  connections: RevocableConnection[];
}

/**
 * Deletes the account: the person, their sessions and waiting mails, and the company with every row, unless
 * others work in it too. Then tells the providers that we are gone. What was posted stays in QuickBooks.
 * Who asks must have been proved (server/auth/prove-owner.ts).
 * @throws ConflictError while a deposit is being posted: its outcome must not be lost track of;
 * UnauthenticatedError when the session has ended meanwhile.
 */
export async function deleteAccount(ctx: SessionContext): Promise<{ message: string }> {
  await stopRuns(ctx);
  const { email, connections } = await eraseInTurn(ctx);
  log().info("an account was deleted");
  await Promise.all([revokeAll(connections), forgetMails(email)]);
  return { message: "Your account was deleted" };
}

/** A worker that loses its run writes nothing more, and is soon out of the way. */
async function stopRuns(ctx: SessionContext): Promise<void> {
  await withMatchingLock(ctx, async (tx) => {
    if (await hasCompanions(tx, ctx)) return;
    await refuseWhilePosting(tx, ctx);
    const { companyId } = ctx;
    const data = { state: "cancelled", finishedAt: new Date() } as const;
    const active = { companyId, state: { in: ["queued" as const, "running" as const] } };
    await tx.syncRun.updateMany({ where: active, data });
    await tx.matchRun.updateMany({ where: active, data });
  });
}

/** What a worker still writes may be in each other's way: then PostgreSQL ends one of the two. */
async function eraseInTurn(ctx: SessionContext): Promise<Erased> {
  for (let left = TRIES; ; left -= 1) {
    try {
      return await withMatchingLock(ctx, (tx) => erase(tx, ctx));
    } catch (error) {
      if (left <= 1 || !isDeadlock(error)) throw error;
    }
  }
}

async function erase(tx: Tx, ctx: SessionContext): Promise<Erased> {
  const { companyId, userId } = ctx;
  await tx.$executeRawUnsafe(STATEMENT_TIMEOUT);
  const email = await lockPerson(tx, ctx);
  await forgetWaitingMails(tx, email);
  if (await hasCompanions(tx, ctx)) {
    await tx.matchRun.updateMany({ where: { companyId, userId }, data: { userId: null } });
    await tx.user.deleteMany({ where: { id: userId } });
    return { email, connections: [] };
  }
  await refuseWhilePosting(tx, ctx);
  const connections = await openConnections(tx, ctx);
  // Before the integrations that they went to: that key refuses instead of deleting.
  await tx.posting.deleteMany({ where: { companyId } });
  // Before the company, without which nobody would see the person any more.
  await tx.user.deleteMany({ where: { id: userId } });
  await tx.company.deleteMany({ where: { id: companyId } });
  return { email, connections };
}

/** @returns the address of the person, whose row is held until the transaction ends. */
async function lockPerson(tx: Tx, { userId, sessionId }: SessionContext): Promise<string> {
  const [row] = await tx.$queryRaw<{ email: string }[]>`
    SELECT u.email FROM users u WHERE u.id = ${userId} FOR UPDATE`;
  const session = await tx.session.findUnique({ where: { id: sessionId } });
  if (row && session && !session.revokedAt) return row.email;
  throw new UnauthenticatedError("Your session has ended. Please log in again.");
}

/** Whether others work in the company too: then it is not one person's to delete. */
async function hasCompanions(tx: Tx, { companyId, userId }: SessionContext): Promise<boolean> {
  return (await tx.membership.count({ where: { companyId, NOT: { userId } } })) > 0;
}

/** Holds all postings, so that none is claimed before the end. */
async function refuseWhilePosting(tx: Tx, { companyId }: SessionContext): Promise<void> {
  const [row] = await tx.$queryRaw<{ busy: boolean | null }[]>`
    SELECT bool_or(state IN ('sending', 'undoing')) AS busy FROM (
      SELECT state FROM postings WHERE company_id = ${companyId}::uuid AND state <> 'undone'
      ORDER BY id FOR UPDATE) held`;
  if (!row?.busy) return;
  throw new ConflictError("A deposit is being posted right now. Try again in a moment.");
}
