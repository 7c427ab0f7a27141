import type { User } from "@/generated/prisma/client";
import type { Tx } from "@/server/platform/db";

/** A user and the company they work in. */
export interface Account {
  user: User;
  companyId: string;
}

/** An id that no user has: ids start at 1. */
const UNUSED_ID = 0;

type Key =
  | { id: number }
  | { OR: [{ usernameKey: string }, { emailKey: string }] }
  | { emailKey: string };

/** The account with this key and the company it joined first; null when either is missing. */
export async function findAccount(tx: Tx, key: Key): Promise<Account | null> {
  const user = await tx.user.findFirst({ where: key });
  // Queried even without a user: the number of queries must not reveal whether an account exists.
  const membership = await tx.membership.findFirst({
    where: { userId: user?.id ?? UNUSED_ID },
    orderBy: { createdAt: "asc" },
  });
  return user && membership && { user, companyId: membership.companyId };
}
