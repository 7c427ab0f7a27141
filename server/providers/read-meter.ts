import { Prisma } from "@/generated/prisma/client";
import { db } from "@/server/platform/db";
import { getEnv } from "@/server/platform/env";
import { log } from "@/server/platform/logger";
import type { ReadMeter, ReadsStopped } from "@/server/providers/quickbooks/monthly-reads";

/** Our count may miss a few reads that another installation makes with the same app. */
const NEARLY_ALL = 0.95;
const WARNED_AT = 0.8;

const HOUR_MS = 3_600_000;
/** Longer than throttling lasts (a minute), and more reads than one sync makes. */
const IS_LASTING = Prisma.sql`m.refusals >= 10 AND m.refused_since <= now() - interval '6 hours'`;
const MONTH = Prisma.sql`date_trunc('month', now() AT TIME ZONE 'UTC')::date`;

/** An app's row of this month, as it bears on reads. */
interface State {
  reads: number;
  /** QuickBooks refused a read when nearly all of the allowance had been counted. */
  spent: boolean;
  /** Since when every read has been refused, if that has lasted. */
  refusedSince: Date | null;
  triedAt: Date | null;
}

/**
 * Counts an app's reads per calendar month (UTC), in all processes, by one short statement each. An app whose reads
 * QuickBooks has refused makes none until the next month, or until the allowance is raised. Where our count is far from
 * the allowance, but every read has been refused for hours, it makes one an hour until one is answered.
 */
export const sharedReadMeter: ReadMeter = {
  async take(app) {
    const { allowance, enough } = limits();
    const rows = await db("jobs").$queryRaw<{ reads: number; refused: boolean }[]>`
      INSERT INTO monthly_reads AS m (app, month, reads) VALUES (${app}, ${MONTH}, 1)
      ON CONFLICT (app, month) DO UPDATE
        SET reads = m.reads + 1, tried_at = CASE WHEN m.refusals > 0 THEN now() END
        WHERE (m.refused_at IS NULL OR m.reads < ${enough}::int)
          AND (${IS_LASTING} AND m.tried_at > now() - interval '1 hour') IS NOT TRUE
      RETURNING m.reads, m.refusals > 0 AS refused`;
    const [counted] = rows;
    if (!counted) {
      const state = await readState(app);
      const stopped = state && toStopped(state);
      // Another process' read may have been answered meanwhile.
      return stopped ? { stopped, afterRefusals: false } : sharedReadMeter.take(app);
    }
    if (counted.reads === Math.ceil(allowance * WARNED_AT)) {
      log().warn(
        { reads: counted.reads, allowance },
        "QuickBooks' monthly allowance of reads is used up by 80 %",
      );
    }
    return { stopped: null, afterRefusals: counted.refused };
  },

  async refused(app) {
    const { enough } = limits();
    const [state] = await db("jobs").$queryRaw<State[]>`
      UPDATE monthly_reads m
      SET refused_at = CASE WHEN m.reads >= ${enough}::int THEN now() ELSE m.refused_at END,
        refused_since = coalesce(m.refused_since, now()), refusals = m.refusals + 1, tried_at = now()
      WHERE m.app = ${app} AND m.month = ${MONTH} RETURNING ${stateColumns(enough)}`;
    const stopped = state ? toStopped(state) : null;
    if (stopped?.refusedSince) log().warn(stopped, "QuickBooks refuses all reads of the app");
    return stopped;
  },

  async answered(app) {
    await db("jobs").$executeRaw`
      UPDATE monthly_reads m
      SET refused_at = NULL, refused_since = NULL, refusals = 0, tried_at = NULL
      WHERE m.app = ${app} AND m.month = ${MONTH}`;
  },
};

/** How much of the month's allowance an app has used. */
export interface ReadsUsed {
  /** Whole percent, at most 100. */
  percent: number;
  /** QuickBooks has refused: nothing is read before `renewsAt`. */
  isUsedUp: boolean;
  renewsAt: Date;
  /** QuickBooks has refused every read since, whatever our count: one is made an hour. */
  refusedSince: Date | null;
}

/** What is to be said about this installation's reads; null while they are answered and most of the allowance is left. */
export async function readsNearlyUsed(): Promise<ReadsUsed | null> {
  const app = getEnv().QUICKBOOKS_CLIENT_ID;
  if (app === undefined) return null;
  const { allowance } = limits();
  const state = await readState(app);
  if (!state) return null;
  const { reads, spent } = state;
  const refusedSince = spent ? null : state.refusedSince;
  if (reads < allowance * WARNED_AT && !refusedSince) return null;
  return {
    percent: Math.min(100, Math.floor((reads / allowance) * 100)),
    isUsedUp: spent,
    renewsAt: nextMonth(),
    refusedSince,
  };
}

async function readState(app: string): Promise<State | undefined> {
  const [state] = await db("jobs").$queryRaw<State[]>`
    SELECT ${stateColumns(limits().enough)} FROM monthly_reads m
    WHERE m.app = ${app} AND m.month = ${MONTH}`;
  return state;
}

function stateColumns(enough: number): Prisma.Sql {
  return Prisma.sql`m.reads, m.refused_at IS NOT NULL AND m.reads >= ${enough}::int AS spent,
    CASE WHEN ${IS_LASTING} THEN m.refused_since END AS "refusedSince", m.tried_at AS "triedAt"`;
}

function toStopped({ spent, refusedSince, triedAt }: State): ReadsStopped | null {
  if (spent) return { until: nextMonth(), refusedSince: null };
  if (!refusedSince || !triedAt) return null;
  return { until: new Date(triedAt.getTime() + HOUR_MS), refusedSince };
}

function limits() {
  const allowance = getEnv().QUICKBOOKS_MONTHLY_READS;
  return { allowance, enough: Math.floor(allowance * NEARLY_ALL) };
}

function nextMonth(now = new Date()): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
}
