import type { BodyOf, ResponseOf } from "@/lib/contracts/endpoint";
import type { resetPassword as contract } from "@/lib/contracts/passwords";
import { rememberAddress } from "@/server/auth/known-addresses";
import { hashPassword } from "@/server/auth/passwords";
import { proveEmail } from "@/server/auth/prove-email";
import { redeemGrant } from "@/server/auth/reset-codes";
import { setPassword } from "@/server/auth/set-password";
import { forgetTries, throttled } from "@/server/auth/throttle";
import { announceMail } from "@/server/mail/queued-mail";
import type { RequestContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { ForbiddenError } from "@/server/platform/errors";

/**
 * Sets a new password with the grant of a verified code and ends every session of the account.
 * @throws ForbiddenError with one message for every reason (grant missing, used, expired, of another
 * browser or address); RateLimitedError.
 */
export async function resetPassword(
  request: RequestContext,
  { email, new_password }: BodyOf<typeof contract>,
  grant: string | undefined,
): Promise<ResponseOf<typeof contract>> {
  const emailKey = email.toLowerCase();
  const { ipAddress } = request;
  const accounts = await throttled("reset-password", { account: emailKey, ipAddress }, () =>
    redeemAndSet(request, { email, password: new_password, grant }),
  );
  await forgetTries(["login", "send-otp", "verify-otp"], { accounts, ipAddress });
  await rememberAddress(accounts, ipAddress);
  return { message: "Password reset successfully" };
}

/** @returns all names of the account. */
async function redeemAndSet(
  request: RequestContext,
  { email, password, grant }: { email: string; password: string; grant: string | undefined },
): Promise<string[]> {
  if (!grant) throw refused();
  const passwordHash = await hashPassword(password);
  const { names, mailId } = await db("accounts").$transaction(async (tx) => {
    if (!(await redeemGrant(tx, email, grant))) throw refused();
    const user = await tx.user.findUnique({ where: { emailKey: email.toLowerCase() } });
    if (!user) throw refused();
    await proveEmail(tx, user.id);
    const { requestId } = request;
    const mailId = await setPassword(tx, user, passwordHash, { action: "reset", requestId });
    return { names: [user.usernameKey, user.emailKey], mailId };
  });
  await announceMail(mailId);
  return names;
}

function refused(): ForbiddenError {
  return new ForbiddenError("Failed to reset password. Please try again.");
}
