import { Prisma } from "@/generated/prisma/client";
import type { DashboardStatus } from "@/lib/contracts/dashboard";
import type { CompanyContext } from "@/server/platform/context";
import { readRows } from "@/server/platform/read-rows";
import { currencySums, type SumRow } from "./currency-sums";
import { localToday } from "./local-today";

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
  const today = Prisma.sql`local AS MATERIALIZED (SELECT ${localToday(companyId)} AS today)`;
  const first = Prisma.sql`(SELECT today FROM local) - ${PERIOD_DAYS - 1}::int`;
  const [[facts], rows] = await readRows<[Facts, CountRow]>(
    ctx,
    Prisma.sql`WITH ${today}
      SELECT to_char(${first}, 'YYYY-MM-DD') AS "from", to_char(today, 'YYYY-MM-DD') AS "to",
        (SELECT count(*)::int FROM audit_events WHERE company_id = ${companyId}::uuid
          AND user_id = ${userId}::int AND action IN ('deposit.confirmed', 'deposit.matched_by_hand')
          AND at >= now() - make_interval(days => ${PERIOD_DAYS}::int)) AS "byYou"
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
