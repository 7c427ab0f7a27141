import { Prisma, type SyncRun } from "@/generated/prisma/client";
import { backoffMs } from "@/lib/backoff";
import type { CalendarDate } from "@/lib/dates";
import { localClock } from "@/lib/time-zones";
import type { CompanyContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { enqueue } from "@/server/platform/queue/enqueue";
import { insertRun, lockRuns } from "@/server/work/start-sync";

/**
 * Begins the daily sync of a day, unless another process just did: the day is claimed in the transaction
 * that writes the run. A sync that is under way anyway is the day's sync.
 */
export async function startDailySync(
  ctx: CompanyContext,
  { integrationId, day }: Pick<DueDailySync, "integrationId" | "day">,
): Promise<void> {
  const runId = await begin(ctx, integrationId, day);
  if (runId !== null) await enqueue("sync", { companyId: ctx.companyId, runId });
}

function begin(ctx: CompanyContext, integrationId: string, day: string): Promise<string | null> {
  return db(ctx).$transaction(async (tx) => {
    const active = await lockRuns(tx, ctx, integrationId);
    if (!(await claimDay(tx, ctx, integrationId, day)) || active) return null;
    return (await insertRun(tx, ctx, { integrationId, trigger: "daily" })).id;
  });
}

/** The first sync of the day, or the next attempt of a failed one. Missed days are not made up. */
async function claimDay(
  tx: Tx,
  { companyId }: CompanyContext,
  id: string,
  day: string,
): Promise<boolean> {
  const claimed = await tx.$executeRaw`
    UPDATE integrations SET daily_on = ${day}::date, daily_retry_at = NULL,
      daily_attempts = CASE WHEN daily_on = ${day}::date THEN daily_attempts + 1 ELSE 1 END
    WHERE company_id = ${companyId}::uuid AND id = ${id}::uuid AND status = 'connected'
      AND (daily_on IS NULL OR daily_on < ${day}::date
        OR (daily_on = ${day}::date AND daily_retry_at IS NOT NULL))`;
  return claimed > 0;
}

/** 04:00 in the company's time zone: clocks never change there, and users are not at work yet. */
const FIRST_MINUTE = 4 * 60;
/** Each company has its own minute within this span, so that they don't all call the providers together. */
const SPREAD_MINUTES = 120;

interface DueDailySync {
  companyId: string;
  integrationId: string;
  /** The company's own date. */
  day: CalendarDate;
}

/**
 * The integrations whose daily sync is due at `at`: their company's clocks show its minute or a later one
 * of a day that had none yet, or one that failed is to be tried again. A day on which the provider was
 * connected had its sync by that. It goes by date and clock alone, so a day of 23 or 25 hours is one day.
 */
export async function dueDailySyncs(at: Date, atMost: number): Promise<DueDailySync[]> {
  const zones = await db("jobs").$queryRaw<{ time_zone: string }[]>`
    SELECT DISTINCT time_zone FROM company_settings WHERE daily_sync`;
  if (zones.length === 0) return [];
  const clocks = zones.map(({ time_zone }) => {
    const { date, minute } = localClock(at, time_zone);
    return Prisma.sql`(${time_zone}, ${date}::date, ${minute}::int)`;
  });
  // The company's own minute: its id's first digits are random.
  const own = Prisma.sql`('x' || substr(i.company_id::text, 1, 7))::bit(28)::int % ${SPREAD_MINUTES}::int`;
  const rows = await db("jobs").$queryRaw<{ company_id: string; id: string; day: string }[]>`
    SELECT i.company_id, i.id, clock.day::text FROM integrations i
    JOIN company_settings s ON s.company_id = i.company_id AND s.daily_sync
    JOIN (VALUES ${Prisma.join(clocks)}) AS clock (time_zone, day, minute)
      ON clock.time_zone = s.time_zone
    WHERE i.status = 'connected' AND i.provider <> 'file'
      AND ((clock.minute >= ${FIRST_MINUTE}::int + ${own}
          AND (i.daily_on IS NULL OR i.daily_on < clock.day)
          AND i.connected_at < ${at}::timestamptz - make_interval(mins => clock.minute))
        OR (i.daily_on = clock.day AND i.daily_retry_at <= ${at}::timestamptz))
    ORDER BY i.company_id, i.id LIMIT ${atMost}`;
  return rows.map(({ company_id, id, day }) => ({ companyId: company_id, integrationId: id, day }));
}

/** On one day, the first one included. */
export const MAX_DAILY_ATTEMPTS = 4;
const PAUSE = { firstMs: 30 * 60_000, longestMs: 4 * 3_600_000 };

/**
 * A daily sync that failed is tried again later the same day, a few times.
 * @param notBefore seconds from now, where the provider or our meter named a time
 */
export async function planDailyRetry(
  tx: Tx,
  ctx: CompanyContext,
  run: SyncRun,
  notBefore = 0,
): Promise<void> {
  if (run.trigger !== "daily") return;
  const key = { companyId: ctx.companyId, id: run.integrationId };
  const { dailyAttempts } = await tx.integration.findUniqueOrThrow({
    where: { companyId_id: key },
  });
  if (dailyAttempts >= MAX_DAILY_ATTEMPTS) return;
  const pauseMs = Math.max(backoffMs(Math.max(1, dailyAttempts), PAUSE), notBefore * 1000);
  await tx.integration.updateMany({
    where: { ...key, dailyAttempts },
    data: { dailyRetryAt: new Date(Date.now() + pauseMs) },
  });
}
