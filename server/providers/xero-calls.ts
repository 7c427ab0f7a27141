import { setTimeout as sleep } from "node:timers/promises";
import { Prisma } from "@/generated/prisma/client";
import { lasting, pauseOf } from "@/server/platform/clock";
import { keyedHash } from "@/server/platform/crypto/tokens";
import { db } from "@/server/platform/db";
import { log } from "@/server/platform/logger";
import { pauseCalls } from "@/server/providers/call-slots";
import { TIMEOUT_MS } from "@/server/providers/xero/config";
import { type Caller, type CallLimiter, notNow, type Said } from "@/server/providers/xero/limiter";

/** Of one app in one organisation. */
const PER_MINUTE = 60;
const AT_ONCE = 5;
/** Calls arrive up to a second late, and Xero's minute may begin with such a one. */
const MINUTE_MS = 61_000;
/** Outlasts a call: one of a process that died counts as under way until then. */
const LEASE_MS = TIMEOUT_MS + 10_000;

/**
 * Bursts are allowed: most syncs and postings make fewer calls than a minute takes. Jobs leave a quarter of the minute and
 * one call at once to people, who so seldom wait; what waits asks again instead of reserving a start, so that a call of a
 * person passes a sync that has used up its part.
 */
const JOBS = { perMinute: 45, atOnce: 4, patienceMs: 75_000 };
const SHARES: Record<
  Caller,
  { perMinute: number; atOnce: number; patienceMs: number; leaves: number | null }
> = {
  people: { perMinute: PER_MINUTE, atOnce: AT_ONCE, patienceMs: 5_000, leaves: null },
  postings: { ...JOBS, leaves: null },
  syncs: { ...JOBS, leaves: 200 },
};
/** With so few left that syncs wait, one call is tried per hour to hear whether Xero's day is over. */
const TRY_AGAIN_MS = 3_600_000;

/**
 * Keeps Xero's limits across all processes: each call is started in PostgreSQL by one short statement and ended by
 * another, which notes what Xero said is left. Without the database no call starts.
 */
export const sharedXeroLimiter: CallLimiter = {
  async turn(tenantId, caller) {
    const key = keyOf(tenantId);
    const giveUpAt = performance.now() + lasting(SHARES[caller].patienceMs);
    for (;;) {
      const { waitMs, why, lease } = await take(key, SHARES[caller]);
      if (lease !== null) return (said) => end(key, lease, said);
      if (performance.now() + waitMs > giveUpAt) throw notNow(pauseOf(waitMs), why);
      await sleep(waitMs);
    }
  },
};

async function take(
  key: Key,
  { perMinute, atOnce, leaves }: (typeof SHARES)[Caller],
): Promise<{ waitMs: number; why: string | null; lease: bigint | null }> {
  const [taken] = await db("jobs").$queryRaw<
    [{ waitMs: number; why: string | null; lease: bigint | null }]
  >`
    SELECT wait_ms::float8 AS "waitMs", why, lease FROM take_call(${key}, ${appKey()}, ${PER_MINUTE}::int,
      ${perMinute}::int, ${Math.round(lasting(MINUTE_MS))}::bigint, ${atOnce}::int, ${LEASE_MS}::bigint,
      ${leaves}::int, ${Math.round(lasting(TRY_AGAIN_MS))}::bigint)`;
  return taken;
}

/** A call whose end isn't noted counts as under way until its lease ends: what it did is not lost for that. */
async function end(key: Key, lease: bigint, said?: Said): Promise<void> {
  try {
    await db("jobs").$executeRaw`
      UPDATE call_slots SET under_way = array_remove(under_way, ${lease}::bigint),
        left_today = coalesce(${said?.leftToday ?? null}::int, left_today),
        left_this_minute = coalesce(${said?.leftThisMinute ?? null}::int, left_this_minute),
        noted_at = CASE WHEN ${said?.leftToday ?? null}::int IS NULL THEN noted_at
          ELSE extract(epoch FROM clock_timestamp()) * 1000 END
      WHERE key = ${key}`;
    if (!said?.pause) return;
    const { limit, ms } = said.pause;
    await pauseCalls(limit === "appminute" ? appKey() : key, ms, limit);
  } catch (error) {
    log().warn({ error }, "the end of a call to Xero was not noted");
  }
}

/** What Xero leaves an organisation. */
export interface XeroPace {
  leftToday: number;
  /** Null where the last answer is older than a minute. */
  leftThisMinute: number | null;
  /** When Xero said so. */
  notedAt: Date;
  /** What waits until when: for the next minute's calls, or because few or none of the day's are left. */
  waiting: { what: "imports" | "everything"; until: Date } | null;
}

/** Shorter waits are no news. */
const SHORT_MS = 5_000;

/** What is to be said about the calls of an organisation; null before Xero has answered one, and a day after the last. */
export async function xeroPace(tenantId: string): Promise<XeroPace | null> {
  const [pace] = await paces(Prisma.sql`s.key = ${keyOf(tenantId)}`);
  return pace ?? null;
}

/** The same of all organisations, those with fewest calls left first. */
export function xeroPaces(): Promise<XeroPace[]> {
  return paces(Prisma.sql`true`);
}

async function paces(which: Prisma.Sql): Promise<XeroPace[]> {
  const { perMinute, leaves } = SHARES.syncs;
  const rows = await db("jobs").$queryRaw<
    (Omit<XeroPace, "waiting"> & { pausedUntil: Date; importsUntil: Date | null; soon: Date })[]
  >`
    SELECT s.left_today AS "leftToday",
      CASE WHEN s.noted_at > at - 60000 THEN s.left_this_minute END AS "leftThisMinute",
      to_timestamp(s.noted_at / 1000.0) AS "notedAt", to_timestamp((at + ${SHORT_MS}::bigint) / 1000.0) AS soon,
      to_timestamp(greatest(s.paused_until, app.paused_until) / 1000.0) AS "pausedUntil",
      to_timestamp(greatest(s.starts[cardinality(s.starts) - ${perMinute}::int + 1] + ${lasting(MINUTE_MS)}::bigint,
        CASE WHEN s.left_today <= ${leaves}::int THEN s.noted_at + ${lasting(TRY_AGAIN_MS)}::bigint END) / 1000.0)
        AS "importsUntil"
    FROM call_slots s LEFT JOIN call_slots app ON app.key = ${appKey()},
      (SELECT (extract(epoch FROM now()) * 1000)::bigint AS at) clock
    WHERE ${which} AND s.left_today IS NOT NULL AND s.noted_at > at - 86400000
    ORDER BY s.left_today`;
  return rows.map(({ pausedUntil, importsUntil, soon, ...pace }) => {
    const everything = pausedUntil > soon && { what: "everything" as const, until: pausedUntil };
    const imports = importsUntil !== null &&
      importsUntil > soon && { what: "imports" as const, until: importsUntil };
    return { ...pace, waiting: everything || imports || null };
  });
}

type Key = Uint8Array<ArrayBuffer>;

// Hashed, so that the table does not reveal the connected organisations.
function keyOf(tenantId: string): Key {
  return keyedHash(`xero ${tenantId}`, "call-slots");
}

/** Of what this installation's app may call in all organisations together. */
function appKey(): Key {
  return keyedHash("xero", "call-slots");
}
