import { verifyPassword } from "@/server/auth/passwords";
import { throttled } from "@/server/auth/throttle";
import type { SessionContext } from "@/server/context";
import { db } from "@/server/db";
import { ForbiddenError, UnusableInputError } from "@/server/errors";

/** How fresh a sign-in must be where there is no password to ask for. */
const FRESH_MS = 10 * 60_000;

/**
 * Makes sure that the person at the keyboard is the account's owner before its locks change: by the
 * password, or, where an account only signs in through OpenID, by a sign-in of the last ten minutes.
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
  // One budget with the change of password: it is the same secret that would be guessed.
  await throttled("change-password", { account: String(userId), ipAddress }, async () => {
    if (await verifyPassword(passwordHash, password)) return;
    throw wrongPassword("This is not your current password");
  });
}

async function requireFreshSession(id: string): Promise<void> {
  const session = await db("accounts").session.findUniqueOrThrow({ where: { id } });
  if (Date.now() - session.createdAt.getTime() <= FRESH_MS) return;
  throw new ForbiddenError("Please log in again first: your last sign-in was a while ago");
}

function wrongPassword(message: string): UnusableInputError {
  return new UnusableInputError(message, { fields: { current_password: message } });
}
