import type { User } from "@/generated/prisma/client";
import type { Tx } from "@/server/platform/db";
import { UnauthenticatedError } from "@/server/platform/errors";

/** An OpenID identity used to sign in. */
export interface Identity {
  issuer: string;
  subject: string;
}

/**
 * Checks that the credentials of a sign-in are still valid: password, second factor and linked identity.
 * Call it after writing a row that references the user: that write waits for a concurrent change (see
 * lockAccount), so this check sees its outcome.
 * @throws UnauthenticatedError otherwise: the change has just ended every session.
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
