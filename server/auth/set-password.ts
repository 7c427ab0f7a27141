import type { User } from "@/generated/prisma/client";
import { recordAudit } from "@/server/audit/record-audit";
import { lockUser } from "@/server/auth/lock-account";
import { endSessions } from "@/server/auth/sessions";
import { passwordChangedMail } from "@/server/mail/password-changed-mail";
import { queueMail } from "@/server/mail/queued-mail";
import { mintCompanyId } from "@/server/platform/company-id";
import type { Tx } from "@/server/platform/db";

const NOTE_LIFETIME_SECONDS = 3 * 24 * 3_600;

interface Change {
  action: "changed" | "reset";
  requestId: string;
  /** The session to keep; all others end. */
  keepSession?: string;
}

/**
 * Sets a new password, ends the account's sessions, writes the audit rows and queues a notice to the
 * owner.
 * @returns the notice's id, to announce after the commit.
 */
export async function setPassword(
  tx: Tx,
  user: User,
  passwordHash: string,
  { action, requestId, keepSession }: Change,
): Promise<string> {
  // Locked first: a concurrent sign-in with the old password is either among the sessions ended below or
  // sees the new password (see requireUnchanged). Sign-ins waiting for a second factor become void.
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
