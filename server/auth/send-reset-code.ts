import type { BodyOf, ResponseOf } from "@/lib/contracts/endpoint";
import type { sendOtp } from "@/lib/contracts/passwords";
import { CODE_MINUTES, issueCode } from "@/server/auth/reset-codes";
import { throttled } from "@/server/auth/throttle";
import type { RequestContext } from "@/server/context";
import { db } from "@/server/db";
import { announceMail, queueMail } from "@/server/mail/queued-mail";
import { resetCodeMail } from "@/server/mail/reset-code-mail";

/**
 * Mails a reset code to the address of an account. An address without an account takes the same way (a
 * code, a mail in the queue, which is then delivered to nobody), so neither answer nor timing tells.
 * @throws RateLimitedError.
 */
export function sendResetCode(
  request: RequestContext,
  { email }: BodyOf<typeof sendOtp>,
): Promise<ResponseOf<typeof sendOtp>> {
  const emailKey = email.toLowerCase();
  const { ipAddress } = request;
  return throttled("send-otp", { account: emailKey, ipAddress }, async () => {
    const mailId = await db("accounts").$transaction(async (tx) => {
      const user = await tx.user.findUnique({ where: { emailKey }, select: { email: true } });
      const code = await issueCode(tx, email);
      const mail = { to: user?.email ?? null, ...resetCodeMail(code, CODE_MINUTES) };
      return queueMail(tx, mail, { lifetimeSeconds: CODE_MINUTES * 60 });
    });
    await announceMail(mailId);
    return { message: "OTP sent to your email" };
  });
}
