import type { User } from "@/generated/prisma/client";
import { recordAudit } from "@/server/audit/record";
import { mintCompanyId } from "@/server/auth/company-id";
import { lockUser } from "@/server/auth/lock-account";
import { endSessions } from "@/server/auth/sessions";
import type { Tx } from "@/server/db";
import { passwordChangedMail } from "@/server/mail/password-changed-mail";
import { queueMail } from "@/server/mail/queued-mail";

const NOTE_LIFETIME_SECONDS = 3 * 24 * 3_600;

interface Change {
  action: "changed" | "reset";
  requestId: string;
  /** The session that goes on; every other one ends. */
  keepSession?: string;
}

/**
 * Gives an account a new password, ends its sessions, writes the audit rows, and queues the note to its
 * owner.
 * @returns the note's id, to be announced once the transaction is through.
 */
export async function setPassword(
  tx: Tx,
  user: User,
  passwordHash: string,
  { action, requestId, keepSession }: Change,
): Promise<string> {
  // Locked first: a sign-in with the old password either is among the sessions ended below, or sees
  // the new one (see requireUnchanged). Half-finished sign-ins are void.
  await lockUser(tx, user.id);
  await tx.user.update({ where: { id: user.id }, data: { passwordHash } });
  await tx.signInChallenge.deleteMany({ where: { userId: user.id } });
  const ended = await endSessions(tx, user.id, keepSession ? { except: keepSession } : {});
  const memberships = await tx.membership.findMany({ where: { userId: user.id } });
  for (const { companyId } of memberships) {
    await recordAudit(
      tx,
      { companyId: mintCompanyId(companyId), userId: user.id, requestId },
      {
        action: `account.password_${action}`,
        entity: "user",
        entityId: user.id,
        data: { sessions_ended: ended },
      },
    );
  }
  const mail = { to: user.email, ...passwordChangedMail(user.username, new Date()) };
  return queueMail(tx, mail, { lifetimeSeconds: NOTE_LIFETIME_SECONDS });
}
