import type { User } from "@/generated/prisma/client";
import type { BodyOf, ResponseOf } from "@/lib/contracts/endpoint";
import type { resetPassword as contract } from "@/lib/contracts/passwords";
import { revokeAll } from "./revoke-connections";
import { voidConfirmation } from "./email-confirmations";
import { rememberAddress } from "./known-addresses";
import { lockUser } from "./lock-account";
import { hashPassword } from "./passwords";
import { proveEmail } from "./prove-email";
import { queuePasswordNotice } from "./queue-password-notice";
import { removeUnproved } from "./remove-unproved";
import { redeemGrant } from "./reset-codes";
import { setPassword } from "./set-password";
import { forgetTries, throttled } from "./throttle";
import { announceMail } from "@/server/mail/queued-mail";
import type { RequestContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { ForbiddenError } from "@/server/platform/errors";

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
