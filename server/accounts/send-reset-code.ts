import type { BodyOf, ResponseOf } from "@/lib/contracts/endpoint";
import type { sendOtp } from "@/lib/contracts/passwords";
import { CODE_MINUTES, issueCode } from "./reset-codes";
import { throttled } from "./throttle";
import { announceMail, queueMail } from "@/server/mail/queued-mail";
import { resetCodeMail } from "@/server/mail/reset-code-mail";
import type { RequestContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";

/**
 * Mails a reset code to an account's address. An address without an account takes the same path (a code,
 * and a queued mail without a recipient), so neither response nor timing differs.
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
