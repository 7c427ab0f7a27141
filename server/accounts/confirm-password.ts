import { verifyPassword } from "./passwords";
import { throttled } from "./throttle";
import type { SessionContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { ForbiddenError, UnusableInputError } from "@/server/platform/errors";

/** Maximum age of a sign-in that replaces the password check for accounts without a password. */
const FRESH_MS = 10 * 60_000;

/**
 * Confirms that the account's owner is present before its credentials change: by password, or by a
 * sign-in within the last ten minutes where the account only signs in through OpenID.
 * @throws UnusableInputError when the password is missing or wrong (not 401: the session is fine);
 * ForbiddenError when the sign-in is too old; RateLimitedError.
 */
export async function confirmPassword(
  ctx: SessionContext,
  password: string | undefined,
): Promise<void> {
  const { userId, ipAddress, sessionId } = ctx;
  const { passwordHash } = await db("accounts").user.findUniqueOrThrow({ where: { id: userId } });
  if (passwordHash === null) return requireFreshSession(sessionId);
  if (!password) throw wrongPassword("Enter your current password");
  // Shares the budget of the password change: both let a caller guess the same secret.
  await throttled("change-password", { account: String(userId), ipAddress }, async () => {
    if (await verifyPassword(passwordHash, password)) return;
    throw wrongPassword("This isn't your current password");
  });
}

async function requireFreshSession(id: string): Promise<void> {
  const session = await db("accounts").session.findUniqueOrThrow({ where: { id } });
  if (Date.now() - session.createdAt.getTime() <= FRESH_MS) return;
  throw new ForbiddenError("Please sign in again first. Your last sign-in was a while ago.");
}

function wrongPassword(message: string): UnusableInputError {
  return new UnusableInputError(message, { fields: { current_password: message } });
}
