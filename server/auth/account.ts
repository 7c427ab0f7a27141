import type { User } from "@/generated/prisma/client";
import type { Tx } from "@/server/db";

/** A person and the company that they work in. */
export interface Account {
  user: User;
  companyId: string;
}

type Key =
  | { id: number }
  | { OR: [{ usernameKey: string }, { emailKey: string }] }
  | { emailKey: string };

/** The account of a key, with the company it joined first; null without either. */
export async function findAccount(tx: Tx, key: Key): Promise<Account | null> {
  const found = await tx.user.findFirst({
    where: key,
    include: { memberships: { orderBy: { createdAt: "asc" }, take: 1 } },
  });
  if (!found) return null;
  const { memberships, ...user } = found;
  const companyId = memberships[0]?.companyId;
  return companyId === undefined ? null : { user, companyId };
}
