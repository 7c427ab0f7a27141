import type { User } from "@/generated/prisma/client";
import type { Role } from "@/lib/contracts/values/roles";
import type { Tx } from "@/server/platform/db";

/** A user and the company they work in. */
export interface Account {
  user: User;
  companyId: string;
  /** Theirs in that company. */
  role: Role;
}

/** An id that no user has: ids start at 1. */
const UNUSED_ID = 0;

type Key =
  | { id: number }
  | { OR: [{ usernameKey: string }, { emailKey: string }] }
  | { emailKey: string };

/** The account with this key and the company it worked in last; null when there is none. */
export async function findAccount(tx: Tx, key: Key): Promise<Account | null> {
  const user = await tx.user.findFirst({ where: key });
  // Queried even without a user: the number of queries must not reveal whether an account exists.
  const [company] = await tx.$queryRaw<{ id: string; role: Role }[]>`
    SELECT m.company_id AS id, m.role::text AS role FROM memberships m LEFT JOIN sessions s
      ON s.company_id = m.company_id AND s.user_id = m.user_id
    WHERE m.user_id = ${user?.id ?? UNUSED_ID}
    ORDER BY s.last_seen_at DESC NULLS LAST, m.created_at, m.company_id LIMIT 1`;
  return user && company ? { user, companyId: company.id, role: company.role } : null;
}
