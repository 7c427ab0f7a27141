import { Prisma } from "@/generated/prisma/client";
import type { CalendarDate } from "@/lib/dates";
import { localClock } from "@/lib/time-zones";
import { db } from "@/server/platform/db";

/** 04:00 in the company's time zone: clocks never change there, and users are not at work yet. */
const FIRST_MINUTE = 4 * 60;
/** Each company has its own minute within this span, so that they don't all call the providers together. */
const SPREAD_MINUTES = 120;

export interface DueDailySync {
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
    WHERE i.status = 'connected'
      AND ((clock.minute >= ${FIRST_MINUTE}::int + ${own}
          AND (i.daily_on IS NULL OR i.daily_on < clock.day)
          AND i.connected_at < ${at}::timestamptz - make_interval(mins => clock.minute))
        OR (i.daily_on = clock.day AND i.daily_retry_at <= ${at}::timestamptz))
    ORDER BY i.company_id, i.id LIMIT ${atMost}`;
  return rows.map(({ company_id, id, day }) => ({ companyId: company_id, integrationId: id, day }));
}
