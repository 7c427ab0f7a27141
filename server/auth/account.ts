import type { User } from "@/generated/prisma/client";
import type { Tx } from "@/server/db";

/** A person and the company that they work in. */
export interface Account {
  user: User;
  companyId: string;
}

/** Ids begin at 1. */
const NOBODY = 0;

type Key =
  | { id: number }
  | { OR: [{ usernameKey: string }, { emailKey: string }] }
  | { emailKey: string };

/** The account of a key, with the company it joined first; null without either. */
export async function findAccount(tx: Tx, key: Key): Promise<Account | null> {
  const user = await tx.user.findFirst({ where: key });
  // Asked for nobody too: how many queries there were must not tell whether there is an account.
  const membership = await tx.membership.findFirst({
    where: { userId: user?.id ?? NOBODY },
    orderBy: { createdAt: "asc" },
  });
  return user && membership && { user, companyId: membership.companyId };
}
