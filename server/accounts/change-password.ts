import type { BodyOf, ResponseOf } from "@/lib/contracts/endpoint";
import type { changePassword as contract } from "@/lib/contracts/passwords";
import { lockAccount } from "./lock-account";
import { hashPassword, verifyPassword } from "./passwords";
import { queuePasswordNotice } from "./queue-password-notice";
import { voidCodes } from "./reset-codes";
import { setPassword } from "./set-password";
import { throttled } from "./throttle";
import { announceMail } from "@/server/mail/queued-mail";
import type { SessionContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { UnusableInputError } from "@/server/platform/errors";

/**
 * Changes the signed-in user's password and ends all their other sessions and resets.
 * @throws UnusableInputError when the current password is wrong (not 401: the session is fine);
 * RateLimitedError; otherwise as lockAccount.
 */
export function changePassword(
  ctx: SessionContext,
  { current_password, new_password }: BodyOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const { userId, ipAddress } = ctx;
  const caller = { account: String(userId), ipAddress };
  return throttled("change-password", caller, async () => {
    const { email, passwordHash } = await db("accounts").user.findUniqueOrThrow({
      where: { id: userId },
    });
    if (!(await verifyPassword(passwordHash, current_password))) throw wrongPassword();
    const newHash = await hashPassword(new_password);
    await throttled("set-password", caller, () => replace(ctx, { email, passwordHash, newHash }));
    return { message: "Password changed successfully" };
  });
}

interface Replacement {
  email: string;
  /** The one that was checked. */
  passwordHash: string | null;
  newHash: string;
}

async function replace(
  ctx: SessionContext,
  { email, passwordHash, newHash }: Replacement,
): Promise<void> {
  const { requestId, sessionId } = ctx;
  const mailId = await db("accounts").$transaction(async (tx) => {
    // A pending reset may be the reason for the change. Voided before the lock, in the order in which a
    // reset locks its rows.
    await voidCodes(tx, email);
    const user = await lockAccount(tx, ctx);
    // Another change may have committed first: the password that was checked must still be current.
    if (user.passwordHash !== passwordHash) throw wrongPassword();
    const change = { action: "changed", requestId, keepSession: sessionId } as const;
    await setPassword(tx, user, newHash, change);
    return queuePasswordNotice(tx, user);
  });
  if (mailId) await announceMail(mailId);
}

function wrongPassword(): UnusableInputError {
  return new UnusableInputError("Failed to change password. Please try again.", {
    fields: { current_password: "This isn't your current password" },
  });
}
