import type { z } from "zod";
import { Prisma } from "@/generated/prisma/client";
import type { currencySum } from "@/lib/contracts/common";
import type { DashboardStatus, Summary } from "@/lib/contracts/dashboard";
import { toWireDecimal } from "@/lib/money";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { queryPrepared } from "@/server/platform/prepared-queries";
import { localToday, timeZoneOf } from "@/server/work/company";

const PERIOD_DAYS = 30;
const PERIOD = "vs. previous 30 days";

/** Deposits of one currency by what became of them. */
type CountRow = SumRow & {
  recent: boolean;
  status: "pending" | "suggested" | "matched" | "posted";
};

interface Facts {
  from: string;
  to: string;
  byYou: number;
}

/**
 * The four metrics, all about the payouts of the last 30 days by the company's own today; the change compares
 * them with those of the 30 days before. Matched counts posted ones too; pending everything that has no match
 * or only a suggested one.
 */
export async function loadDashboardStatus(ctx: CompanyContext): Promise<DashboardStatus> {
  const { from, to, byYou, rows } = await readFigures(ctx);
  const recent = spanOf(rows.filter((row) => row.recent));
  const previous = spanOf(rows.filter((row) => !row.recent));
  const metric = (name: "matched" | "pending") => ({
    value: countOf(recent[name]),
    change: signed(countOf(recent[name]) - countOf(previous[name])),
    period: PERIOD,
    amounts: currencySums(recent[name]),
  });
  return {
    deposits_matched: metric("matched"),
    pending_matches: metric("pending"),
    match_rate: {
      value: `${rate(recent)}%`,
      change: `${signed(rate(recent) - rate(previous))} pts`,
      period: PERIOD,
      amounts: currencySums([...recent.matched, ...recent.pending]),
    },
    recent_activity: {
      value: countOf(recent.posted),
      by_you: byYou,
      amounts: currencySums(recent.posted),
    },
    from,
    to,
  };
}

/** One round trip: the dashboard is the most visited page. */
async function readFigures(ctx: CompanyContext): Promise<Facts & { rows: CountRow[] }> {
  const { companyId, userId } = ctx;
  const today = Prisma.sql`local AS MATERIALIZED (SELECT ${localToday(ctx)} AS today)`;
  const first = Prisma.sql`(SELECT today FROM local) - ${PERIOD_DAYS - 1}::int`;
  const [[facts], rows] = await queryPrepared<[Facts, CountRow]>(
    ctx,
    Prisma.sql`WITH ${today}
      SELECT to_char(${first}, 'YYYY-MM-DD') AS "from", to_char(today, 'YYYY-MM-DD') AS "to",
        (SELECT count(*)::int FROM audit_events WHERE company_id = ${companyId}::uuid
          AND user_id = ${userId}::int AND action IN ('deposit.confirmed', 'deposit.matched_by_hand')
          AND at >= (${first})::timestamp AT TIME ZONE ${timeZoneOf(ctx)}) AS "byYou"
      FROM local`,
    Prisma.sql`WITH ${today}
      SELECT status, currency, txn_date >= ${first} AS recent, sum(deposits)::int AS deposits,
        sum(amount)::text AS amount
      FROM deposit_counts WHERE company_id = ${companyId}::uuid
        AND txn_date BETWEEN ${first} - ${PERIOD_DAYS}::int AND (SELECT today FROM local)
      GROUP BY 1, 2, 3`,
  );
  if (!facts) throw new Error("a query without a condition has no row");
  return { ...facts, rows };
}

interface Span {
  matched: CountRow[];
  pending: CountRow[];
  posted: CountRow[];
}

function spanOf(rows: CountRow[]): Span {
  const posted = rows.filter(({ status }) => status === "posted");
  return {
    posted,
    matched: rows.filter(({ status }) => status === "matched" || status === "posted"),
    pending: rows.filter(({ status }) => status === "pending" || status === "suggested"),
  };
}

function countOf(rows: CountRow[]): number {
  return rows.reduce((total, { deposits }) => total + deposits, 0);
}

/** Whole percent; 0 without deposits. */
function rate({ matched, pending }: Span): number {
  const total = countOf(matched) + countOf(pending);
  return total === 0 ? 0 : Math.round((100 * countOf(matched)) / total);
}

function signed(value: number): string {
  return value >= 0 ? `+${value}` : String(value);
}

/** Row counts for the dashboard. Deleted deposits don't count. */
export async function summarizeDashboard(ctx: CompanyContext): Promise<Summary> {
  const { companyId } = ctx;
  const { counts, stopped, lines, payments } = await db(ctx).$transaction(async (tx) => ({
    counts: await tx.$queryRaw<Omit<Summary, "lines" | "payments" | "not_posted">[]>`
      WITH counted AS (SELECT status, txn_date, deposits FROM deposit_counts
        WHERE company_id = ${companyId}::uuid)
      SELECT coalesce(sum(deposits), 0)::int AS deposits,
        coalesce(sum(deposits) FILTER (WHERE status = 'pending'), 0)::int AS pending,
        coalesce(sum(deposits) FILTER (WHERE status = 'suggested'), 0)::int AS suggested,
        coalesce(sum(deposits) FILTER (WHERE status = 'matched'), 0)::int AS matched,
        coalesce(sum(deposits) FILTER (WHERE status = 'posted'), 0)::int AS posted,
        coalesce(sum(deposits) FILTER (WHERE status = 'posted' AND txn_date BETWEEN
          date_trunc('month', today::timestamp)::date AND today), 0)::int AS posted_this_month
      FROM counted, (SELECT ${localToday(ctx)} AS today) AS local`,
    stopped: await tx.$queryRaw<{ deposits: number }[]>`
      SELECT count(*)::int AS deposits ${notPosted(ctx)}`,
    lines: await tx.depositLine.count({ where: { companyId, deposit: { deletedAt: null } } }),
    payments: await tx.ledgerPayment.count({
      where: { companyId, state: { notIn: ["gone", "planned"] } },
    }),
  }));
  const none = { deposits: 0, pending: 0, suggested: 0, matched: 0, posted: 0 };
  const ofStatus = counts[0] ?? { ...none, posted_this_month: 0 };
  return { ...ofStatus, not_posted: stopped[0]?.deposits ?? 0, lines, payments };
}

/** What some deposits of one currency amount to, as the driver returns it: minor units in text. */
export interface SumRow {
  currency: string;
  deposits: number;
  amount: string;
}

/** Sums by currency, the one with the most deposits first; currencies without deposits are left out. */
export function currencySums(rows: readonly SumRow[]): z.infer<typeof currencySum>[] {
  const byCurrency = new Map<string, { deposits: number; amount: number }>();
  for (const { currency, deposits, amount } of rows) {
    const sum = byCurrency.get(currency) ?? { deposits: 0, amount: 0 };
    byCurrency.set(currency, {
      deposits: sum.deposits + deposits,
      amount: sum.amount + Number(amount),
    });
  }
  return [...byCurrency]
    .filter(([, { deposits }]) => deposits > 0)
    .sort(([a, of], [b, other]) => other.deposits - of.deposits || a.localeCompare(b))
    .map(([currency, { amount }]) => ({ currency, amount: toWireDecimal(amount, currency) }));
}

/** SQL: the deposits `d` whose posting failed or is blocked. Literal, so that its partial index serves. */
export function notPosted({ companyId }: CompanyContext): Prisma.Sql {
  return Prisma.sql`FROM postings p
    JOIN deposits d ON d.company_id = p.company_id AND d.id = p.deposit_id AND d.deleted_at IS NULL
    WHERE p.company_id = ${companyId}::uuid AND p.state IN ('failed', 'blocked')`;
}
