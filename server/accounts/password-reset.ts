import type { User } from "@/generated/prisma/client";
import type { BodyOf, ResponseOf } from "@/lib/contracts/endpoint";
import type { resetPassword as contract, sendOtp, verifyOtp } from "@/lib/contracts/passwords";
import { resetCodeMail } from "@/server/mail/account-mails";
import { announceMail, queueMail } from "@/server/mail/queued-mail";
import type { RequestContext } from "@/server/platform/context";
import { randomToken } from "@/server/platform/crypto/tokens";
import { db, type Tx } from "@/server/platform/db";
import { ForbiddenError, UnusableInputError } from "@/server/platform/errors";
import { proveEmail, voidConfirmation } from "./email-confirmations";
import { accountNames, lockUser, rememberPlace } from "./find-account";
import { hashPassword } from "./passwords";
import { requireEnabled } from "./proof-of-identity";
import { removeUnproved } from "./remove-unproved";
import {
  CODE_MINUTES,
  isGrant,
  issueCode,
  RESET_BROWSER,
  RESET_GRANT,
  redeemCode,
  redeemGrant,
} from "./reset-codes";
import { revokeAll } from "./revoke-connections";
import { apiTokensInWords, queuePasswordNotice, setPassword } from "./set-password";
import { forgetTries, throttled } from "./throttle";

/**
 * Sets a new password with the grant of a verified code and ends every session of the account. It proves the
 * account's address too; if nothing did before, what was set up until then is removed.
 * @throws ForbiddenError with one message for every reason (grant missing, used, expired, of another
 * browser or address); UnauthenticatedError when the account is disabled; RateLimitedError.
 */
export async function resetPassword(
  request: RequestContext,
  { email, new_password }: BodyOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const grant = request.cookies?.get(RESET_GRANT.name);
  // Checked first: otherwise anyone who knows the address could use up its owner's tries.
  if (!grant || !(await isGrant(email, grant))) throw refused();
  const { user, apiTokens } = await throttled("reset-password", { account: grant, request }, () =>
    redeemAndSet(request, { email, password: new_password, grant }),
  );
  await forgetTries(["login", "send-otp"], { accounts: accountNames(user), request });
  await rememberPlace(request, user);
  request.cookies?.delete(RESET_GRANT.name);
  return { message: "Password reset successfully", ...apiTokensInWords(apiTokens) };
}

/** @returns the account, with its new password, and the names of its API tokens that keep working. */
async function redeemAndSet(
  request: RequestContext,
  { email, password, grant }: { email: string; password: string; grant: string },
): Promise<{ user: User; apiTokens: string[] }> {
  const passwordHash = await hashPassword(password);
  const { user, mailId, removed, apiTokens } = await db("accounts").$transaction(async (tx) => {
    if (!(await redeemGrant(tx, email, grant))) throw refused();
    const user = await tx.user.findUnique({ where: { emailKey: email.toLowerCase() } });
    if (!user) throw refused();
    // Locks the row: what follows sees the outcome of a concurrent change.
    await lockUser(tx, user.id);
    return reset(tx, user, { passwordHash, requestId: request.requestId });
  });
  if (mailId) await announceMail(mailId);
  if (removed) await revokeAll(removed.connections);
  return { user: { ...user, passwordHash }, apiTokens };
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
  requireEnabled(user);
  const removed = isFirstProof ? await removeUnproved(tx, user, requestId) : undefined;
  await setPassword(tx, user, passwordHash, { action: "reset", requestId });
  await voidConfirmation(tx, id);
  return { user, removed, ...(await queuePasswordNotice(tx, user, removed)) };
}

function refused(): ForbiddenError {
  return new ForbiddenError("Failed to reset password. Please try again.");
}

/**
 * Mails a reset code to an account's address, for this browser alone. An address without an account takes the same
 * path (a code, and a queued mail without a recipient), so neither response nor timing differs.
 * @throws RateLimitedError.
 */
export function sendResetCode(
  request: RequestContext,
  { email }: BodyOf<typeof sendOtp>,
): Promise<ResponseOf<typeof sendOtp>> {
  const emailKey = email.toLowerCase();
  const { cookies } = request;
  const browser = randomToken();
  return throttled("send-otp", { account: emailKey, request }, async () => {
    const mailId = await db("accounts").$transaction(async (tx) => {
      const user = await tx.user.findUnique({ where: { emailKey }, select: { email: true } });
      const replaced = cookies?.get(RESET_BROWSER.name);
      const code = await issueCode(tx, email, { browser, replaced });
      const mail = { to: user?.email ?? null, ...resetCodeMail(code, CODE_MINUTES) };
      return queueMail(tx, mail, { lifetimeSeconds: CODE_MINUTES * 60 });
    });
    await announceMail(mailId);
    cookies?.set(RESET_BROWSER.name, browser, RESET_BROWSER);
    return { message: "OTP sent to your email" };
  });
}

/**
 * Verifies a reset code in the browser that asked for it; the grant goes into a cookie, never into the response body.
 * Its five tries are that browser's: nobody else can use them up.
 * @throws UnusableInputError with one message for every reason.
 */
export async function verifyResetCode(
  { cookies }: RequestContext,
  { email, otp }: BodyOf<typeof verifyOtp>,
): Promise<ResponseOf<typeof verifyOtp>> {
  const browser = cookies?.get(RESET_BROWSER.name);
  const grant = browser ? await redeemCode({ browser, email, code: otp }) : null;
  if (!cookies || grant === null) {
    throw new UnusableInputError("Invalid OTP. Please try again.");
  }
  cookies.set(RESET_GRANT.name, grant, RESET_GRANT);
  cookies.delete(RESET_BROWSER.name);
  return { message: "OTP verified successfully" };
}
