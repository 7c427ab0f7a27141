import type { Trend, TrendUnit } from "@/lib/contracts/dashboard";
import { groupBy } from "@/lib/group-by";
import { toWireDecimal } from "@/lib/money";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { localToday } from "./local-today";

/** Periods before the current one. */
const EARLIER_PERIODS = 11;

/** One period's deposits of one currency; null for a period without any. Minor units. */
interface Row {
  start: string;
  last: string;
  currency: string | null;
  matched: number;
  pending: number;
  matchedAmount: bigint;
  pendingAmount: bigint;
}

/**
 * Matched and open deposits of the last 12 weeks (from Monday) or months, oldest first, by payout date
 * and the company's own today. Counted like the metrics: matched with posted, pending with suggested.
 * Excludes future dates. All figures are about one currency.
 */
export async function loadTrend(
  ctx: CompanyContext,
  input: { unit: TrendUnit; currency?: string | undefined },
): Promise<Trend> {
  const { unit } = input;
  const rows = await readTrend(ctx, unit);
  const currencies = mostFrequent(rows);
  const currency = input.currency ?? currencies[0] ?? (await homeCurrency(ctx));
  const periods = groupBy(rows, ({ start }) => start);
  const points = [...periods].map(([start, ofPeriod]) => {
    const row = ofPeriod.find((each) => each.currency === currency);
    return {
      start,
      last: ofPeriod[0]?.last ?? start,
      matched: row?.matched ?? 0,
      pending: row?.pending ?? 0,
      matched_amount: toWireDecimal(Number(row?.matchedAmount ?? 0), currency),
      pending_amount: toWireDecimal(Number(row?.pendingAmount ?? 0), currency),
    };
  });
  return { unit, currency, currencies, points };
}

function readTrend(ctx: CompanyContext, unit: TrendUnit): Promise<Row[]> {
  const { companyId } = ctx;
  return db(ctx).$queryRaw<Row[]>`
    WITH local AS MATERIALIZED (SELECT ${localToday(companyId)} AS today),
    latest AS (SELECT today, date_trunc(${unit}, today::timestamp) AS start FROM local),
    periods AS (
      SELECT starts::date AS start,
        least((starts + ('1 ' || ${unit})::interval)::date - 1, today) AS last
      FROM latest, generate_series(
        start - (${EARLIER_PERIODS}::text || ' ' || ${unit})::interval,
        start, ('1 ' || ${unit})::interval) AS starts
    ), counted AS (
      SELECT txn_date, currency, deposits, amount, status IN ('matched', 'posted') AS done
      FROM deposit_counts WHERE company_id = ${companyId}::uuid AND deposits > 0
    )
    SELECT to_char(periods.start, 'YYYY-MM-DD') AS start, to_char(periods.last, 'YYYY-MM-DD') AS last,
      currency,
      coalesce(sum(deposits) FILTER (WHERE done), 0)::int AS matched,
      coalesce(sum(deposits) FILTER (WHERE NOT done), 0)::int AS pending,
      coalesce(sum(amount) FILTER (WHERE done), 0)::bigint AS "matchedAmount",
      coalesce(sum(amount) FILTER (WHERE NOT done), 0)::bigint AS "pendingAmount"
    FROM periods LEFT JOIN counted ON txn_date BETWEEN periods.start AND periods.last
    GROUP BY periods.start, periods.last, currency ORDER BY periods.start`;
}

function mostFrequent(rows: readonly Row[]): string[] {
  const deposits = new Map<string, number>();
  for (const { currency, matched, pending } of rows) {
    if (currency !== null) {
      deposits.set(currency, (deposits.get(currency) ?? 0) + matched + pending);
    }
  }
  return [...deposits]
    .sort(([a, of], [b, other]) => other - of || a.localeCompare(b))
    .map(([currency]) => currency);
}

async function homeCurrency(ctx: CompanyContext): Promise<string> {
  const company = await db(ctx).company.findUniqueOrThrow({ where: { id: ctx.companyId } });
  return company.currency;
}
