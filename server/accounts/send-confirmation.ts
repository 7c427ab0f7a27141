import { recordAudit } from "@/server/platform/record-audit";
import { newAddress, queueConfirmation } from "./email-confirmations";
import { lockAccount } from "./lock-account";
import { announceMail } from "@/server/mail/queued-mail";
import type { SessionContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { ConflictError } from "@/server/platform/errors";

/**
 * Mails a fresh link to the address that waits for its confirmation: the new one, else the account's own.
 * @throws ConflictError when nothing waits; RateLimitedError; as lockAccount.
 */
export async function sendConfirmation(ctx: SessionContext): Promise<{ message: string }> {
  const { email, mailId } = await db("accounts").$transaction(async (tx) => {
    const user = await lockAccount(tx, ctx);
    const waiting = await newAddress(tx, user);
    if (!waiting && user.emailVerifiedAt) {
      throw new ConflictError("Your email address is confirmed already");
    }
    const email = waiting ?? user.email;
    await recordAudit(tx, ctx, {
      action: "email.confirmation_sent",
      entity: "user",
      entityId: user.id,
      data: { email },
    });
    return { email, mailId: await queueConfirmation(tx, ctx, { userId: user.id, email }) };
  });
  await announceMail(mailId);
  return { message: `We sent a link to ${email}` };
}
