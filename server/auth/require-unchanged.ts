import type { User } from "@/generated/prisma/client";
import type { Tx } from "@/server/db";
import { UnauthenticatedError } from "@/server/errors";

/** An account at a provider that somebody signs in with. */
export interface Identity {
  issuer: string;
  subject: string;
}

/**
 * Makes sure that what a sign-in was checked against still holds: password, second factor, and the
 * linked identity it came with. To be called after a row that points at the user was written: that
 * write waits for a change under way (see lockAccount), so this sees its outcome.
 * @throws UnauthenticatedError otherwise: the change has just ended every session, and this one would
 * come after.
 */
export async function requireUnchanged(
  tx: Tx,
  user: Pick<User, "id" | "passwordHash" | "totpConfirmedAt">,
  identity?: Identity,
): Promise<void> {
  const now = await tx.user.findUnique({
    where: { id: user.id },
    select: { passwordHash: true, totpConfirmedAt: true },
  });
  const isSame =
    now?.passwordHash === user.passwordHash &&
    now.totpConfirmedAt?.getTime() === user.totpConfirmedAt?.getTime();
  if (!isSame || (identity && !(await isLinked(tx, user.id, identity)))) {
    throw new UnauthenticatedError("Invalid username or password");
  }
}

async function isLinked(tx: Tx, userId: number, { issuer, subject }: Identity): Promise<boolean> {
  return (await tx.linkedIdentity.count({ where: { issuer, subject, userId } })) === 1;
}
