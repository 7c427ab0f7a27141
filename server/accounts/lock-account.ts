import type { User } from "@/generated/prisma/client";
import type { SessionContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { UnauthenticatedError } from "@/server/platform/errors";

/**
 * Locks an account before its credentials change: changes run one after the other, and sign-ins wait for
 * the outcome (see requireUnchanged).
 * @throws UnauthenticatedError when the session has ended since the request began, as after a password
 * change that was meant to stop it.
 */
export async function lockAccount(
  tx: Tx,
  { userId, sessionId }: Pick<SessionContext, "userId" | "sessionId">,
): Promise<User> {
  await lockUser(tx, userId);
  const session = await tx.session.findUnique({ where: { id: sessionId } });
  if (!session || session.revokedAt) {
    throw new UnauthenticatedError("Your session has ended. Please sign in again.");
  }
  return tx.user.findUniqueOrThrow({ where: { id: userId } });
}

/** As {@link lockAccount}, for callers without a session. */
export async function lockUser(tx: Tx, userId: number): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${userId} FOR UPDATE`;
}
