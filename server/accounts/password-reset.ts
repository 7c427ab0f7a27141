import type { User } from "@/generated/prisma/client";
import type { BodyOf, ResponseOf } from "@/lib/contracts/endpoint";
import type { resetPassword as contract, sendOtp, verifyOtp } from "@/lib/contracts/passwords";
import { resetCodeMail } from "@/server/mail/account-mails";
import { announceMail, queueMail } from "@/server/mail/queued-mail";
import type { RequestContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { ForbiddenError, UnusableInputError } from "@/server/platform/errors";
import { proveEmail, voidConfirmation } from "./email-confirmations";
import { lockUser, rememberAddress } from "./find-account";
import { hashPassword } from "./passwords";
import { removeUnproved } from "./remove-unproved";
import { CODE_MINUTES, issueCode, redeemCode, redeemGrant } from "./reset-codes";
import { revokeAll } from "./revoke-connections";
import { queuePasswordNotice, setPassword } from "./set-password";
import { forgetTries, throttled } from "./throttle";

/**
 * Sets a new password with the grant of a verified code and ends every session of the account. It proves the
 * account's address too; if nothing did before, what was set up until then is removed.
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
  const { names, mailId, removed } = await db("accounts").$transaction(async (tx) => {
    if (!(await redeemGrant(tx, email, grant))) throw refused();
    const user = await tx.user.findUnique({ where: { emailKey: email.toLowerCase() } });
    if (!user) throw refused();
    // Locks the row: what follows sees the outcome of a concurrent change.
    await lockUser(tx, user.id);
    return reset(tx, user, { passwordHash, requestId: request.requestId });
  });
  if (mailId) await announceMail(mailId);
  if (removed) await revokeAll(removed.connections);
  return names;
}

async function reset(
  tx: Tx,
  { id, emailKey }: User,
  { passwordHash, requestId }: { passwordHash: string; requestId: string },
) {
  const isFirstProof = await proveEmail(tx, id);
  const user = await tx.user.findUniqueOrThrow({ where: { id } });
  // The account has just moved to another address, whose owner alone may reset it.
  if (user.emailKey !== emailKey) throw refused();
  const removed = isFirstProof ? await removeUnproved(tx, user, requestId) : undefined;
  await setPassword(tx, user, passwordHash, { action: "reset", requestId });
  await voidConfirmation(tx, id);
  const mailId = await queuePasswordNotice(tx, user, removed);
  return { names: [user.usernameKey, user.emailKey], mailId, removed };
}

function refused(): ForbiddenError {
  return new ForbiddenError("Failed to reset password. Please try again.");
}

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

/**
 * Verifies a reset code.
 * @returns the message, and the grant for the browser that asked: it goes into a cookie, never into the
 * response body.
 * @throws UnusableInputError with one message for every reason; RateLimitedError.
 */
export function verifyResetCode(
  { ipAddress }: RequestContext,
  { email, otp }: BodyOf<typeof verifyOtp>,
): Promise<{ grant: string; message: string }> {
  return throttled("verify-otp", { account: email.toLowerCase(), ipAddress }, async () => {
    const grant = await redeemCode(email, otp);
    if (grant === null) throw new UnusableInputError("Invalid OTP. Please try again.");
    return { grant, message: "OTP verified successfully" };
  });
}
