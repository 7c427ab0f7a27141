import type { Confidence, Trend, TrendUnit } from "@/lib/contracts/dashboard";
import { groupBy } from "@/lib/group-by";
import { toWireDecimal } from "@/lib/money";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { localToday } from "@/server/work/company";

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
    WITH local AS MATERIALIZED (SELECT ${localToday(ctx)} AS today),
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

const DAYS = 90;

/**
 * How often matches that the engine decided alone were undone in the last 90 days. A deposit is undone as a
 * whole, so it counts as one decision; it is expected to be undone when any of its matches is wrong:
 * 1 − Π probability.
 */
export async function loadConfidence(ctx: CompanyContext): Promise<Confidence> {
  const { companyId } = ctx;
  const [row] = await db(ctx).$queryRaw<Omit<Confidence, "days">[]>`
    WITH decisions AS (
      -- An undone match no longer has its decider; the audit trail shows whether a user accepted it.
      SELECT m.deposit_id, m.state, 1 - exp(sum(ln(greatest(m.probability, 1e-9)))) AS doubt
      FROM matches m
      WHERE m.company_id = ${companyId}::uuid AND m.state IN ('accepted', 'undone', 'superseded')
        AND m.created_at >= now() - make_interval(days => ${DAYS}::int)
        AND (m.state = 'undone' OR m.decided_by IS NULL)
        AND NOT (m.state = 'undone' AND EXISTS (SELECT FROM audit_events a
          WHERE a.company_id = m.company_id AND a.entity = 'deposit'
            AND a.entity_id = m.deposit_id::text AND a.action = 'deposit.confirmed'
            AND a.at BETWEEN m.created_at AND m.decided_at))
      GROUP BY m.deposit_id, m.state, CASE WHEN m.state = 'undone' THEN m.decided_at END
      HAVING bool_and(m.origin = 'auto')
    )
    SELECT count(*)::int AS automatic,
      (count(*) FILTER (WHERE state = 'undone'))::int AS undone,
      (count(*) FILTER (WHERE state = 'superseded'))::int AS changed_in_books,
      coalesce(sum(doubt), 0)::float8 AS expected_undone
    FROM decisions`;
  const none = { automatic: 0, undone: 0, changed_in_books: 0, expected_undone: 0 };
  return { days: DAYS, ...(row ?? none) };
}
