import type { User } from "@/generated/prisma/client";
import { recordAudit } from "@/server/platform/record-audit";
import { newAddress, voidConfirmation } from "./email-confirmations";
import { lockUser } from "./lock-account";
import { endSessions } from "./sessions";
import { mintCompanyId } from "@/server/platform/company-id";
import type { Tx } from "@/server/platform/db";

interface Change {
  action: "changed" | "reset";
  requestId: string;
  /** The session to keep; all others end. */
  keepSession?: string;
}

/**
 * Sets a new password, ends the account's sessions, cancels a change of address that waits for its proof, and
 * writes the audit rows.
 */
export async function setPassword(
  tx: Tx,
  user: User,
  passwordHash: string,
  { action, requestId, keepSession }: Change,
): Promise<void> {
  // Locked first: a concurrent sign-in with the old password is either among the sessions ended below or
  // sees the new password (see requireUnchanged). Sign-ins waiting for a second factor become void.
  await lockUser(tx, user.id);
  await tx.user.update({ where: { id: user.id }, data: { passwordHash } });
  await tx.signInChallenge.deleteMany({ where: { userId: user.id } });
  // An intruder may have requested it.
  if (await newAddress(tx, user)) await voidConfirmation(tx, user.id);
  const ended = await endSessions(tx, user.id, keepSession ? { except: keepSession } : {});
  const memberships = await tx.membership.findMany({ where: { userId: user.id } });
  for (const { companyId, role } of memberships) {
    await recordAudit(
      tx,
      { companyId: mintCompanyId(companyId), userId: user.id, role, requestId },
      {
        action: `account.password_${action}`,
        entity: "user",
        entityId: user.id,
        data: { sessions_ended: ended },
      },
    );
  }
}
