import type { Tx } from "@/server/db";

/**
 * Somebody has shown that the account's address is theirs. OpenID identities that were linked while that
 * was open may be another person's, who only named the address first: they go.
 */
export async function proveEmail(tx: Tx, userId: number): Promise<void> {
  const { count } = await tx.user.updateMany({
    where: { id: userId, emailVerifiedAt: null },
    data: { emailVerifiedAt: new Date() },
  });
  if (count === 1) await tx.linkedIdentity.deleteMany({ where: { userId } });
}
