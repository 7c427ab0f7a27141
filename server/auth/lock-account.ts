import type { User } from "@/generated/prisma/client";
import type { SessionContext } from "@/server/context";
import type { Tx } from "@/server/db";
import { UnauthenticatedError } from "@/server/errors";

/**
 * Begins a change of how somebody signs in: such changes of one account come one after the other, and
 * sign-ins wait for their outcome (see requireUnchanged).
 * @throws UnauthenticatedError when the session has ended since the request began: whoever just changed
 * the password meant to stop exactly this.
 */
export async function lockAccount(
  tx: Tx,
  { userId, sessionId }: Pick<SessionContext, "userId" | "sessionId">,
): Promise<User> {
  await lockUser(tx, userId);
  const session = await tx.session.findUnique({ where: { id: sessionId } });
  if (!session || session.revokedAt) {
    throw new UnauthenticatedError("Your session has ended. Please log in again.");
  }
  return tx.user.findUniqueOrThrow({ where: { id: userId } });
}

/** As {@link lockAccount}, where there is no session. */
export async function lockUser(tx: Tx, userId: number): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${userId} FOR UPDATE`;
}
