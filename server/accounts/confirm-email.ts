import type { User } from "@/generated/prisma/client";
import type { confirmEmail as contract } from "@/lib/contracts/email-confirmation";
import type { BodyOf, ResponseOf } from "@/lib/contracts/endpoint";
import { emailChangedMail } from "@/server/mail/account-mails";
import { announceMail, queueMail } from "@/server/mail/queued-mail";
import type { SessionContext } from "@/server/platform/context";
import { db, isUniqueViolation, type Tx } from "@/server/platform/db";
import { NotFoundError } from "@/server/platform/errors";
import { recordAudit } from "@/server/platform/record-audit";
import { moveOf, proveEmail, takeConfirmation, takenAddress } from "./email-confirmations";
import { lockAccount, toUserRecord } from "./find-account";
import { endSessions } from "./sessions";

const NOTE_LIFETIME_SECONDS = 3 * 24 * 3_600;

/**
 * Redeems a mailed link: proves the account's address, or replaces it by the one that the link was mailed to. It
 * needs a session of the same account, because the link alone could come from a stranger who signed up with the
 * reader's address. Nothing of the account is removed; a replaced address ends the other sessions.
 * @throws NotFoundError with one message for every reason (unknown, used, expired, replaced, another account's);
 * ConflictError when another account has taken the address meanwhile; as lockAccount.
 */
export async function confirmEmail(
  ctx: SessionContext,
  { token }: BodyOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  try {
    const { user, mailId } = await db("accounts").$transaction((tx) => redeem(tx, ctx, token));
    if (mailId) await announceMail(mailId);
    return { message: `${user.email} is confirmed`, user: toUserRecord(user) };
  } catch (error) {
    throw isUniqueViolation(error) ? takenAddress() : error;
  }
}

async function redeem(tx: Tx, ctx: SessionContext, token: string) {
  const user = await lockAccount(tx, ctx);
  const email = await takeConfirmation(tx, user.id, token);
  if (email === null) {
    throw new NotFoundError(
      "This link doesn't work. It may have expired, been used or replaced by a newer one, or belong to another account.",
    );
  }
  const mailId = await prove(tx, ctx, user, email);
  return { user: await tx.user.findUniqueOrThrow({ where: { id: user.id } }), mailId };
}

/** @returns the id of the notice to the replaced address. */
async function prove(
  tx: Tx,
  ctx: SessionContext,
  user: User,
  email: string,
): Promise<string | null> {
  const entry = { entity: "user", entityId: user.id } as const;
  if (email.toLowerCase() === user.emailKey) {
    await proveEmail(tx, user.id);
    await recordAudit(tx, ctx, { action: "email.confirmed", ...entry });
    return null;
  }
  await tx.user.update({
    where: { id: user.id },
    data: { ...(await moveOf(tx, email, user)), emailVerifiedAt: new Date() },
  });
  const ended = await endSessions(tx, user.id, { except: ctx.sessionId });
  await recordAudit(tx, ctx, {
    action: "email.changed",
    ...entry,
    data: { email, email_before: user.email, sessions_ended: ended },
  });
  // An unproved address may be a stranger's: it gets no notice.
  if (!user.emailVerifiedAt) return null;
  const note = { to: user.email, ...emailChangedMail(user.username, new Date()) };
  return queueMail(tx, note, { lifetimeSeconds: NOTE_LIFETIME_SECONDS });
}
