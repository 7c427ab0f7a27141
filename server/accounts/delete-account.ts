import { open, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { deleteAccount as contract } from "@/lib/contracts/account-deletion";
import type { BodyOf } from "@/lib/contracts/endpoint";
import { withdrawQuestionsOf } from "@/server/line-decisions/questions/withdraw-questions";
import { openMail } from "@/server/mail/queued-mail";
import { enterScope, type SessionContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { getEnv } from "@/server/platform/env";
import { ConflictError, UnauthenticatedError } from "@/server/platform/errors";
import { log } from "@/server/platform/logger";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import { proveOwner } from "./proof-of-identity";
import { openConnections, type RevocableConnection, revokeAll } from "./revoke-connections";

interface Erased {
  /** Where mails went: the account's address, and one that waited to replace it. */
  addresses: string[];
  connections: RevocableConnection[];
}

/**
 * Deletes the account: the user with sessions and queued mails, and the company with every row unless it
 * has other users. Then revokes the connections. Posted Deposits stay in the ledger.
 * @throws as proveOwner; ConflictError while the user belongs to further companies, or is the only owner of one with other
 * members, or a deposit is being posted, because its outcome must be recorded;
 * UnauthenticatedError when the session has just ended.
 */
export async function deleteAccount(
  ctx: SessionContext,
  proof: BodyOf<typeof contract>,
): Promise<{ message: string }> {
  await proveOwner(ctx, proof);
  await db("accounts").$transaction((tx) => requireFree(tx, ctx));
  await withCompanyLock(ctx, async (tx) => {
    if (!(await hasCompanions(tx, ctx))) await stopRuns(tx, ctx);
  });
  const { addresses, connections } = await eraseInTurn(ctx, (tx) => erase(tx, ctx));
  log().info("an account was deleted");
  await Promise.all([revokeAll(connections), ...addresses.map(forgetMails)]);
  return { message: "Your account was deleted" };
}

async function erase(tx: Tx, ctx: SessionContext): Promise<Erased> {
  const { companyId, userId } = ctx;
  const accounts = enterScope("accounts", null);
  await tx.$executeRawUnsafe(accounts);
  const { addresses, username } = await lockPerson(tx, ctx);
  // Again, now that no one can join or leave.
  await requireFree(tx, ctx);
  await forgetWaitingMails(tx, addresses);
  const stays = await hasCompanions(tx, ctx);
  await tx.$executeRawUnsafe(enterScope(ctx, null));
  const connections = stays ? [] : await eraseBooks(tx, ctx);
  if (stays) {
    await tx.matchRun.updateMany({ where: { companyId, userId }, data: { userId: null } });
    await withdrawQuestionsOf(tx, ctx, { userId, username });
  }
  await tx.$executeRawUnsafe(accounts);
  await tx.user.deleteMany({ where: { id: userId } });
  if (!stays) await tx.company.deleteMany({ where: { id: companyId } });
  return { addresses, connections };
}

/**
 * Nothing of others may be left without an owner, and nothing of the user's own without a member.
 * @throws ConflictError.
 */
async function requireFree(tx: Tx, { companyId, userId }: SessionContext): Promise<void> {
  const others = await tx.membership.findMany({
    where: { userId, NOT: { companyId } },
    select: { company: { select: { name: true } } },
    take: 3,
  });
  if (others.length > 0) {
    const names = others.map(({ company }) => company.name).join(", ");
    throw new ConflictError(
      "wrong_step",
      `You belong to other companies too (${names}). Leave or delete them first, under Settings → People.`,
    );
  }
  const people = await tx.$queryRaw<{ userId: number; role: string }[]>`
    SELECT user_id AS "userId", role::text FROM memberships WHERE company_id = ${companyId}::uuid
      AND (role = 'owner' OR user_id = ${userId}) ORDER BY user_id FOR NO KEY UPDATE`;
  const own = people.find((member) => member.userId === userId);
  const owners = people.filter(({ role }) => role === "owner").length;
  if (own?.role !== "owner" || owners > 1) return;
  if (!(await hasCompanions(tx, { companyId, userId }))) return;
  throw new ConflictError(
    "last_owner",
    "You are the company's only owner. Make another member an owner first, or delete the company, under Settings → People.",
  );
}

/** Locks the user's row until the transaction ends. */
async function lockPerson(
  tx: Tx,
  { userId, sessionId }: SessionContext,
): Promise<{ addresses: string[]; username: string }> {
  const [row] = await tx.$queryRaw<{ email: string; username: string }[]>`
    SELECT u.email, u.username FROM users u WHERE u.id = ${userId} FOR UPDATE`;
  const session = await tx.session.findUnique({ where: { id: sessionId } });
  const waiting = await tx.emailConfirmation.findMany({ where: { userId } });
  if (row && session && !session.revokedAt) {
    const addresses = [...new Set([row.email, ...waiting.map(({ email }) => email)])];
    return { addresses, username: row.username };
  }
  throw new UnauthenticatedError("Your session has ended. Please sign in again.");
}

/** Whether the company has other users. If so, it is not deleted. */
async function hasCompanions(
  tx: Tx,
  { companyId, userId }: Pick<SessionContext, "companyId" | "userId">,
): Promise<boolean> {
  return (await tx.membership.count({ where: { companyId, NOT: { userId } } })) > 0;
}

/** The headers of our mails take a few hundred bytes. */
const HEAD_BYTES = 4_096;

/** Deletes the queued mails to these addresses. Their recipients are sealed, so each mail is opened. */
async function forgetWaitingMails(tx: Tx, addresses: string[]): Promise<void> {
  for (const row of await tx.mail.findMany({ select: { id: true, sealed: true } })) {
    const mail = await openMail(row).catch(() => null);
    if (mail?.to && addresses.includes(mail.to))
      await tx.mail.deleteMany({ where: { id: row.id } });
  }
}

/** Deletes mails to an address that were kept as files because no mail server is configured. */
async function forgetMails(email: string): Promise<void> {
  const folder = join(getEnv().DATA_DIR, "mail");
  try {
    for (const name of await readdir(folder).catch(() => [])) {
      const file = join(folder, name);
      if (name.endsWith(".eml") && (await recipientOf(file)) === email) await rm(file);
    }
  } catch (error) {
    log().warn({ error }, "kept mails could not be deleted");
  }
}

async function recipientOf(path: string): Promise<string | undefined> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const head = buffer.subarray(0, bytesRead).toString("utf8");
    return /^To: (?:.*<)?([^<>\r\n]+)>?\r?$/m.exec(head)?.[1];
  } finally {
    await file.close();
  }
}

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
  throw new ConflictError(
    "posting_in_progress",
    "A deposit is being posted. Try again in a moment.",
  );
}
