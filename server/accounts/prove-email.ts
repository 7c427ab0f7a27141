import type { Tx } from "@/server/platform/db";

/**
 * Marks the account's address as proved by its owner.
 * @returns whether it was unproved until now.
 */
export async function proveEmail(tx: Tx, userId: number): Promise<boolean> {
  const { count } = await tx.user.updateMany({
    where: { id: userId, emailVerifiedAt: null },
    data: { emailVerifiedAt: new Date() },
  });
  return count === 1;
}
