import type { Trend, TrendUnit } from "@/lib/contracts/dashboard";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { localToday } from "./local-today";

/** Periods before the current one. */
const EARLIER_PERIODS = 11;

/**
 * Matched and pending deposits of the last 12 weeks (from Monday) or months, oldest first, by payout date
 * and the company's own today. Counted like the metrics: matched with posted, pending with suggested.
 * Excludes future dates.
 */
export async function loadTrend(ctx: CompanyContext, input: { unit: TrendUnit }): Promise<Trend> {
  const { companyId } = ctx;
  const { unit } = input;
  const points = await db(ctx).$queryRaw<Trend["points"]>`
    WITH local AS MATERIALIZED (SELECT ${localToday(companyId)} AS today),
    latest AS (SELECT today, date_trunc(${unit}, today::timestamp) AS start FROM local),
    periods AS (
      SELECT starts::date AS start,
        least((starts + ('1 ' || ${unit})::interval)::date - 1, today) AS last
      FROM latest, generate_series(
        start - (${EARLIER_PERIODS}::text || ' ' || ${unit})::interval,
        start, ('1 ' || ${unit})::interval) AS starts
    )
    SELECT to_char(periods.start, 'YYYY-MM-DD') AS start, to_char(periods.last, 'YYYY-MM-DD') AS last,
      coalesce(sum(deposits) FILTER (WHERE status IN ('matched', 'posted')), 0)::int AS matched,
      coalesce(sum(deposits) FILTER (WHERE status IN ('pending', 'suggested')), 0)::int AS pending
    FROM periods LEFT JOIN deposit_counts ON company_id = ${companyId}::uuid
      AND txn_date BETWEEN periods.start AND periods.last
    GROUP BY periods.start, periods.last ORDER BY periods.start`;
  return { unit, points };
}
