import type { Tx } from "@/server/platform/db";

/**
 * Marks the account's address as verified. OpenID identities that were linked before that are deleted:
 * they may belong to another user who registered the address first.
 */
export async function proveEmail(tx: Tx, userId: number): Promise<void> {
  const { count } = await tx.user.updateMany({
    where: { id: userId, emailVerifiedAt: null },
    data: { emailVerifiedAt: new Date() },
  });
  if (count === 1) await tx.linkedIdentity.deleteMany({ where: { userId } });
}
