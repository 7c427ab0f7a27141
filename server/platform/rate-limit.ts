import { isIPv6 } from "node:net";
import { Prisma } from "@/generated/prisma/client";
import { keyedHash } from "./crypto/tokens";
import type { Tx } from "./db";
import { RateLimitedError } from "./errors";
import { executePrepared } from "./prepared-queries";

/** The first `tries` within `windowSeconds` are free; each further try has to wait. */
export interface Limit {
  /** At least 2. */
  tries: number;
  /** Counted from the first try; the counter resets afterwards. */
  windowSeconds: number;
  /** The wait after the last free try; it doubles with each further one. */
  firstWaitSeconds: number;
  longestWaitSeconds: number;
  /** So many tries in all before the window ends, however long they wait. */
  most?: number;
}

/** A hard limit: no further try before the window ends. */
export const hard = (tries: number, windowSeconds: number): Limit => ({
  tries,
  windowSeconds,
  firstWaitSeconds: windowSeconds,
  longestWaitSeconds: windowSeconds,
});

export type ThrottleKey = Uint8Array<ArrayBuffer>;

/** Where tries of one name are counted; the name itself is not stored. */
export function throttleKey(action: string, kind: string, name: string): ThrottleKey {
  return keyedHash(`${action} ${kind} ${name}`, "throttle");
}

/**
 * Counts and decides in one statement: concurrent tries queue up at the row. In a transaction, a try counts only if
 * that commits.
 * @param refusal what is refused, for the user; the wait is added.
 * @throws RateLimitedError with the seconds to wait.
 */
export async function countAttempt(
  tx: Pick<Tx, "$queryRaw">,
  key: ThrottleKey,
  limit: Limit,
  refusal?: string,
): Promise<void> {
  const [row] = await tx.$queryRaw<[Turn]>(counting(key, limit));
  demandTaken(row, refusal);
}

/**
 * The same in a transaction of its own, for what is asked for with each request.
 * @throws RateLimitedError.
 */
export async function countOwnAttempt(
  key: ThrottleKey,
  limit: Limit,
  refusal?: string,
): Promise<void> {
  const [row] = await executePrepared<Turn>("jobs", counting(key, limit));
  demandTaken(row, refusal);
}

interface Turn {
  taken: boolean;
  /** Seconds. */
  wait: number | null;
}

function counting(key: ThrottleKey, limit: Limit): Prisma.Sql {
  return Prisma.sql`
    WITH taken AS (${taking(key, limit)})
    SELECT EXISTS (SELECT 1 FROM taken) AS taken, ${waitFor([key])} AS wait`;
}

/** What stands for "no limit" in a column of integers. */
const ENDLESS = 2_147_483_647;

/**
 * SQL that counts a try, for the `WITH` of a statement; without a row when it has to wait.
 * @param points how many tries it counts as; `FROM from`, whose row it needs.
 */
export function taking(
  key: ThrottleKey,
  { tries, windowSeconds, firstWaitSeconds, longestWaitSeconds, most = ENDLESS }: Limit,
  {
    points = Prisma.sql`1`,
    from = Prisma.sql`(SELECT 1) AS once`,
  }: { points?: Prisma.Sql; from?: Prisma.Sql } = {},
): Prisma.Sql {
  return Prisma.sql`
    INSERT INTO throttles AS t (key, hits, free_at, expires_at)
    SELECT ${key}::bytea, ${points}, to_timestamp(0),
      now() + make_interval(secs => ${windowSeconds}::float8) FROM ${from}
    ON CONFLICT (key) DO UPDATE SET
      hits = CASE WHEN t.expires_at <= now() THEN excluded.hits ELSE t.hits + excluded.hits END,
      expires_at = CASE WHEN t.expires_at <= now() THEN excluded.expires_at ELSE t.expires_at END,
      free_at = CASE
        WHEN t.expires_at <= now() OR t.hits + excluded.hits < ${tries}::int THEN to_timestamp(0)
        ELSE least(t.expires_at, now() + make_interval(secs => least(
          ${longestWaitSeconds}::float8,
          ${firstWaitSeconds}::float8 * 2 ^ least(t.hits + excluded.hits - ${tries}::int, 30))))
      END
    WHERE t.expires_at <= now() OR (t.free_at <= now() AND t.hits < ${most}::int)
    RETURNING t.hits`;
}

/** SQL for the seconds until all of `keys` are free; null when they are. */
export function waitFor(keys: ThrottleKey[]): Prisma.Sql {
  return Prisma.sql`(SELECT max(ceil(extract(epoch FROM free_at - now())))::float8
    FROM throttles WHERE key IN (${Prisma.join(keys)}) AND expires_at > now())`;
}

/** @param refusal what is refused, for the user; the wait is added. @throws RateLimitedError. */
export function demandTaken(row: Turn | undefined, refusal = "Too many attempts."): void {
  if (row?.taken) return;
  // A concurrent try may have set the wait after this statement started.
  const seconds = Math.max(1, row?.wait ?? 1);
  throw new RateLimitedError(`${refusal} Please try again in ${inWords(seconds)}.`, {
    retryAfterSeconds: seconds,
  });
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;

function inWords(seconds: number): string {
  if (seconds < MINUTE) return counted(seconds, "second");
  if (seconds <= 2 * HOUR) return counted(Math.ceil(seconds / MINUTE), "minute");
  return counted(Math.ceil(seconds / HOUR), "hour");
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

const MAPPED = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i;

/**
 * The part of a network address that identifies one customer: an IPv4 address, or the first 64 bits of an
 * IPv6 address (one customer usually owns the whole /64). Any other text is returned as is.
 */
export function networkOf(ipAddress: string): string {
  const address = ipAddress.replace(/%.*$/, "");
  const mapped = MAPPED.exec(address)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(address)) return address;
  // The URL parser normalizes the groups; "::" replaces the missing ones.
  const [head = "", tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const before = head.split(":").filter(Boolean);
  const after = tail?.split(":").filter(Boolean) ?? [];
  const zeros = Array<string>(8 - before.length - after.length).fill("0");
  return [...before, ...zeros, ...after].slice(0, 4).join(":");
}
