import { Prisma } from "@/generated/prisma/client";
import type { DashboardStatus } from "@/lib/contracts/dashboard";
import type { CompanyContext } from "@/server/platform/context";
import { readRows } from "@/server/platform/read-rows";
import { localToday } from "./local-today";

const PERIOD_DAYS = 30;
const PERIOD = "vs. previous 30 days";

/** Matched counts posted ones too; pending counts everything that still needs a user. */
interface Counts {
  matched: number;
  pending: number;
}

type Span = "all" | "recent" | "previous";
type Row = Record<`${Span}_${keyof Counts}`, number> & { activity: number };

/**
 * The four metrics. Counts cover all deposits; the change compares deposits of the last 30 days with
 * those of the 30 days before, by payout date and the company's own today.
 */
export async function loadDashboardStatus(ctx: CompanyContext): Promise<DashboardStatus> {
  const row = await readCounts(ctx);
  const span = (name: Span): Counts => ({
    matched: row?.[`${name}_matched`] ?? 0,
    pending: row?.[`${name}_pending`] ?? 0,
  });
  const [all, recent, previous] = [span("all"), span("recent"), span("previous")];
  return {
    deposits_matched: {
      value: all.matched,
      change: signed(recent.matched - previous.matched),
      period: PERIOD,
    },
    pending_matches: {
      value: all.pending,
      change: signed(recent.pending - previous.pending),
      period: PERIOD,
    },
    match_rate: {
      value: `${rate(all)}%`,
      change: `${signed(rate(recent) - rate(previous))} pts`,
      period: PERIOD,
    },
    recent_activity: { value: row?.activity ?? 0 },
  };
}

/** One round trip: the dashboard is the most visited page. */
async function readCounts(ctx: CompanyContext): Promise<Row | undefined> {
  const { companyId } = ctx;
  const [rows] = await readRows<[Row]>(
    ctx,
    Prisma.sql`
      WITH ever AS (
        SELECT coalesce(sum(deposits) FILTER (WHERE status IN ('matched', 'posted')), 0)::int AS all_matched,
          coalesce(sum(deposits) FILTER (WHERE status NOT IN ('matched', 'posted')), 0)::int AS all_pending
        FROM deposit_totals WHERE company_id = ${companyId}::uuid
      ), local AS MATERIALIZED (
        SELECT ${localToday(companyId)} AS today
      ), lately AS (
        SELECT coalesce(sum(deposits) FILTER (WHERE done AND recent), 0)::int AS recent_matched,
          coalesce(sum(deposits) FILTER (WHERE NOT done AND recent), 0)::int AS recent_pending,
          coalesce(sum(deposits) FILTER (WHERE done AND NOT recent), 0)::int AS previous_matched,
          coalesce(sum(deposits) FILTER (WHERE NOT done AND NOT recent), 0)::int AS previous_pending
        FROM (
          SELECT deposits, status IN ('matched', 'posted') AS done,
            txn_date >= (SELECT today FROM local) - ${PERIOD_DAYS}::int AS recent
          FROM deposit_counts WHERE company_id = ${companyId}::uuid
            AND txn_date BETWEEN (SELECT today FROM local) - ${2 * PERIOD_DAYS}::int
              AND (SELECT today FROM local)
        ) AS classed
      )
      SELECT ever.*, lately.*,
        (SELECT count(*)::int FROM audit_events WHERE company_id = ${companyId}::uuid
          AND entity = 'deposit' AND at >= now() - interval '1 day') AS activity
      FROM ever, lately`,
  );
  return rows[0];
}

/** Whole percent; 0 without deposits. */
function rate({ matched, pending }: Counts): number {
  const total = matched + pending;
  return total === 0 ? 0 : Math.round((100 * matched) / total);
}

function signed(value: number): string {
  return value >= 0 ? `+${value}` : String(value);
}
