import { Prisma, type User } from "@/generated/prisma/client";
import type { Role } from "@/lib/constants/roles";
import type { UserRecord } from "@/lib/contracts/accounts";
import { nameKey } from "@/lib/names";
import type { RequestContext, SessionContext } from "@/server/platform/context";
import { keyedHash } from "@/server/platform/crypto/tokens";
import type { Tx } from "@/server/platform/db";
import { UnauthenticatedError } from "@/server/platform/errors";
import { executePrepared } from "@/server/platform/prepared-queries";
import { networkOf } from "@/server/platform/rate-limit";
import { rememberDevice } from "./device-cookies";

/** A user and the company they work in. */
export interface Account {
  user: User;
  companyId: string;
  /** Theirs in that company. */
  role: Role;
}

/** An id that no user has: ids start at 1. */
const UNUSED_ID = 0;

type Key = { id: number } | { emailKey: string } | { typed: string };

/**
 * The account with this key and the company it worked in last; null when there is none. What is `typed` is a username or
 * an address: an account whose name was taken before names had one spelling comes before one that it normalizes to.
 */
export async function findAccount(tx: Tx, key: Key): Promise<Account | null> {
  const exact = "typed" in key ? key.typed.toLowerCase() : "";
  const where =
    "typed" in key
      ? { OR: [{ usernameKey: { in: [exact, nameKey(key.typed)] } }, { emailKey: exact }] }
      : key;
  const users = await tx.user.findMany({ where, orderBy: { id: "asc" }, take: 3 });
  const isExact = ({ usernameKey, emailKey }: User) => usernameKey === exact || emailKey === exact;
  const user = users.find(isExact) ?? users[0];
  // Queried even without a user: the number of queries must not reveal whether an account exists.
  const [company] = await tx.$queryRaw<{ id: string; role: Role }[]>`
    SELECT m.company_id AS id, m.role::text AS role FROM memberships m LEFT JOIN sessions s
      ON s.company_id = m.company_id AND s.user_id = m.user_id
    WHERE m.user_id = ${user?.id ?? UNUSED_ID}
    ORDER BY s.last_seen_at DESC NULLS LAST, m.created_at, m.company_id LIMIT 1`;
  return user && company ? { user, companyId: company.id, role: company.role } : null;
}

/** The user as the documented clients store it. */
export function toUserRecord(user: User): UserRecord {
  return {
    id: user.id,
    username: user.username,
    email: user.email,
    first_name: user.firstName,
    last_name: user.lastName,
    date_joined: user.createdAt.toISOString(),
  };
}

const KNOWN_FOR_DAYS = 90;

function keyOf(account: string, ipAddress: string): Uint8Array<ArrayBuffer> {
  return keyedHash(`${networkOf(ipAddress)} ${account}`, "known-address");
}

/** SQL for whether the account's owner recently signed in from this address: such tries are counted separately. */
export function knownAddress(account: string, ipAddress: string): Prisma.Sql {
  return Prisma.sql`EXISTS (SELECT 1 FROM known_addresses
    WHERE key = ${keyOf(account, ipAddress)} AND expires_at > now())`;
}

/** What an account is known by before it signs in, in one spelling. Keys have no capitals, so none looks like an id. */
export function nameOfAccount(account: string | number): string {
  return typeof account === "number" ? `ID ${account}` : nameKey(account);
}

/** All names of an account. */
export function accountNames({
  id,
  usernameKey,
  emailKey,
}: Pick<User, "id" | "usernameKey" | "emailKey">): string[] {
  return [...new Set([usernameKey, emailKey, id].map(nameOfAccount))];
}

/** Records the address and the browser of an owner who has just signed in, or proved to be the owner otherwise. */
export async function rememberPlace(
  { ipAddress, cookies }: Pick<RequestContext, "ipAddress" | "cookies">,
  user: Pick<User, "id" | "usernameKey" | "emailKey" | "passwordHash">,
): Promise<void> {
  rememberDevice(cookies, user);
  // Sorted, so that concurrent sign-ins lock the rows in one order.
  const keys = accountNames(user)
    .map((name) => keyOf(name, ipAddress))
    .sort((a, b) => Buffer.compare(a, b));
  const rows = keys.map(
    (key) => Prisma.sql`(${key}::bytea, now() + make_interval(days => ${KNOWN_FOR_DAYS}::int))`,
  );
  await executePrepared(
    "accounts",
    Prisma.sql`
      INSERT INTO known_addresses AS known (key, expires_at) VALUES ${Prisma.join(rows)}
      ON CONFLICT (key) DO UPDATE SET expires_at = excluded.expires_at`,
  );
}

/**
 * Locks an account before its credentials change: changes run one after the other, and sign-ins wait for
 * the outcome (see requireUnchanged).
 * @throws UnauthenticatedError when the session has ended since the request began, as after a password
 * change that was meant to stop it.
 */
export async function lockAccount(
  tx: Tx,
  { userId, sessionId }: Pick<SessionContext, "userId" | "sessionId">,
): Promise<User> {
  await lockUser(tx, userId);
  const session = await tx.session.findUnique({ where: { id: sessionId } });
  if (!session || session.revokedAt) {
    throw new UnauthenticatedError("Your session has ended. Please sign in again.");
  }
  return tx.user.findUniqueOrThrow({ where: { id: userId } });
}

/** As {@link lockAccount}, for callers without a session. */
export async function lockUser(tx: Tx, userId: number): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${userId} FOR UPDATE`;
}
