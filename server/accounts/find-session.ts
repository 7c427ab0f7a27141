import DataLoader from "dataloader";
import { Prisma, type User } from "@/generated/prisma/client";
import type { Role } from "@/lib/constants/roles";
import { queryPrepared } from "@/server/platform/prepared-queries";
import { singleton } from "@/server/platform/singleton";
import type { Revisions } from "@/server/work/changes";

type SessionOwner = Pick<
  User,
  "username" | "email" | "autoLogoutEnabled" | "sessionTimeoutMinutes"
>;

/** The revisions are those of the company that was asked for, or else of its own. */
export interface StoredSession extends Revisions {
  id: string;
  userId: number;
  companyId: string;
  /** Theirs in the session's company. */
  role: Role;
  lastSeenAt: Date;
  expiresAt: Date;
  revokedAt: Date | null;
  /** When it lost the company that it worked in; null while its company is one that its user chose. */
  movedAt: Date | null;
  /** In the company that was asked for; null without a membership. */
  askedRole: Role | null;
  user: SessionOwner;
}

type Hash = Uint8Array<ArrayBuffer>;
export type SessionKey = { tokenHash: Hash } | { cookieHash: Hash };

/** Runs at the start of every request, so it also reads whether the memberships still exist. */
export async function findSession(
  key: SessionKey,
  asked: string | null,
): Promise<StoredSession | undefined> {
  const isKey =
    "tokenHash" in key
      ? Prisma.sql`s.token_hash = ${key.tokenHash}`
      : Prisma.sql`s.cookie_hash = ${key.cookieHash}`;
  const wanted = Prisma.sql`(SELECT 1 AS place, ${asked}::uuid AS company_id) wanted`;
  return (await readSessions(wanted, isKey)).get(1);
}

/**
 * As {@link findSession}, some milliseconds later, in one statement for all that are looked up meanwhile: the open pages of a
 * process check their sessions every few seconds.
 */
export function findSessionWithOthers(
  tokenHash: Hash,
  asked: string | null,
): Promise<StoredSession | undefined> {
  return lookups.load({ tokenHash, asked });
}

interface Lookup {
  tokenHash: Hash;
  asked: string | null;
}

const MAX_AT_ONCE = 100;
/** Timers that are due at the same moment fire in some milliseconds. */
const COLLECT_MS = 10;

const lookups = singleton(
  "session lookups",
  () =>
    new DataLoader<Lookup, StoredSession | undefined>(findSessions, {
      cache: false,
      maxBatchSize: MAX_AT_ONCE,
      batchScheduleFn: (read) => setTimeout(read, COLLECT_MS),
    }),
);

async function findSessions(looked: readonly Lookup[]): Promise<(StoredSession | undefined)[]> {
  const hashes = looked.map(({ tokenHash }) => tokenHash);
  const companies = looked.map(({ asked }) => asked);
  const wanted = Prisma.sql`unnest(${hashes}::bytea[], ${companies}::uuid[])
    WITH ORDINALITY wanted (token_hash, company_id, place)`;
  const found = await readSessions(wanted, Prisma.sql`s.token_hash = wanted.token_hash`);
  return looked.map((_, index) => found.get(index + 1));
}

/**
 * A session is read first, by its key (LIMIT sees to that): the planner takes row security to leave so few memberships that it
 * would begin with all of them.
 * @param wanted a source of rows (`place`, `company_id` that is asked for) named `wanted`
 * @returns by place
 */
async function readSessions(
  wanted: Prisma.Sql,
  isKey: Prisma.Sql,
): Promise<Map<number, StoredSession>> {
  type Row = Omit<StoredSession, "user"> & SessionOwner & { place: number };
  const [rows] = await queryPrepared<[Row]>(
    "accounts",
    Prisma.sql`
      SELECT wanted.place::int, s.id, s.user_id AS "userId", s.company_id AS "companyId",
        s.last_seen_at AS "lastSeenAt", s.expires_at AS "expiresAt", s.revoked_at AS "revokedAt",
        s.moved_at AS "movedAt", u.username, u.email, u.auto_logout_enabled AS "autoLogoutEnabled",
        u.session_timeout_minutes AS "sessionTimeoutMinutes", own.role, asked.role AS "askedRole", log.revision, log.activity
      FROM ${wanted}
        CROSS JOIN LATERAL (SELECT * FROM sessions s WHERE ${isKey} LIMIT 1) s
        JOIN users u ON u.id = s.user_id
        JOIN memberships own ON own.company_id = s.company_id AND own.user_id = s.user_id
        LEFT JOIN memberships asked ON asked.company_id = wanted.company_id AND asked.user_id = s.user_id
        CROSS JOIN LATERAL company_revisions(coalesce(asked.company_id, s.company_id)) log`,
  );
  const toSession = ({ place, ...row }: Row): [number, StoredSession] => {
    const { username, email, autoLogoutEnabled, sessionTimeoutMinutes, ...session } = row;
    const user = { username, email, autoLogoutEnabled, sessionTimeoutMinutes };
    return [place, { ...session, user }];
  };
  return new Map(rows.map(toSession));
}
