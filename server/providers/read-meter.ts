import { db } from "@/server/platform/db";
import { getEnv } from "@/server/platform/env";
import { log } from "@/server/platform/logger";
import type { ReadMeter } from "@/server/providers/quickbooks/monthly-reads";

/** Our count may miss reads that another installation makes with the same app. */
const NEARLY_ALL = 0.95;
const WARNED_AT = 0.8;

/**
 * Counts an app's reads per calendar month (UTC), in all processes, by one short statement each. An app whose reads
 * QuickBooks has refused makes none until the next month, or until the allowance is raised.
 */
export const sharedReadMeter: ReadMeter = {
  async take(app) {
    const { allowance, enough } = limits();
    const rows = await db("jobs").$queryRaw<{ reads: number }[]>`
      INSERT INTO monthly_reads AS m (app, month, reads)
      VALUES (${app}, date_trunc('month', now() AT TIME ZONE 'UTC')::date, 1)
      ON CONFLICT (app, month) DO UPDATE SET reads = m.reads + 1
        WHERE m.refused_at IS NULL OR m.reads < ${enough}::int
      RETURNING reads`;
    const [counted] = rows;
    if (!counted) return nextMonth();
    if (counted.reads === Math.ceil(allowance * WARNED_AT)) {
      log().warn(
        { reads: counted.reads, allowance },
        "QuickBooks' monthly allowance of reads is used up by 80 %",
      );
    }
    return null;
  },

  async refused(app) {
    const { enough } = limits();
    const spent = await db("jobs").$executeRaw`
      UPDATE monthly_reads SET refused_at = now()
      WHERE app = ${app} AND month = date_trunc('month', now() AT TIME ZONE 'UTC')::date
        AND reads >= ${enough}::int`;
    return spent === 0 ? null : nextMonth();
  },
};

/** How much of the month's allowance an app has used. */
export interface ReadsUsed {
  /** Whole percent, at most 100. */
  percent: number;
  /** QuickBooks has refused: nothing is read before `renewsAt`. */
  isUsedUp: boolean;
  renewsAt: Date;
}

/** What is to be said about this installation's reads; null while most of the allowance is left. */
export async function readsNearlyUsed(): Promise<ReadsUsed | null> {
  const app = getEnv().QUICKBOOKS_CLIENT_ID;
  if (app === undefined) return null;
  const { allowance, enough } = limits();
  const [counted] = await db("jobs").$queryRaw<{ reads: number; refused: boolean }[]>`
    SELECT reads, refused_at IS NOT NULL AS refused FROM monthly_reads
    WHERE app = ${app} AND month = date_trunc('month', now() AT TIME ZONE 'UTC')::date`;
  if (!counted || counted.reads < allowance * WARNED_AT) return null;
  const { reads, refused } = counted;
  return {
    percent: Math.min(100, Math.floor((reads / allowance) * 100)),
    isUsedUp: refused && reads >= enough,
    renewsAt: nextMonth(),
  };
}

function limits() {
  const allowance = getEnv().QUICKBOOKS_MONTHLY_READS;
  return { allowance, enough: Math.floor(allowance * NEARLY_ALL) };
}

function nextMonth(now = new Date()): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
}
