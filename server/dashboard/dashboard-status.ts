import type { DashboardStatus } from "@/lib/contracts/dashboard";
import { addDays, dateInZone } from "@/lib/dates";
import type { CompanyContext } from "@/server/context";
import { db } from "@/server/db";

const PERIOD_DAYS = 30;
const PERIOD = "vs. previous 30 days";

interface Counts {
  matched: number;
  pending: number;
}

/**
 * The four metrics. Counts are of all deposits; the change compares deposits of the last 30 days with
 * those of the 30 days before, by the payout's date.
 */
export async function loadDashboardStatus(ctx: CompanyContext): Promise<DashboardStatus> {
  const settings = await db(ctx).companySettings.findUnique({
    where: { companyId: ctx.companyId },
  });
  const today = dateInZone(new Date(), settings?.timeZone ?? "America/New_York");
  const split = addDays(today, -PERIOD_DAYS);
  const [all, recent, previous, activity] = await Promise.all([
    count(ctx),
    count(ctx, split, addDays(today, 1)),
    count(ctx, addDays(split, -PERIOD_DAYS), split),
    recentActivity(ctx),
  ]);
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
    recent_activity: { value: activity },
  };
}

/** Matched counts posted ones too; pending counts everything that still needs somebody. */
async function count(ctx: CompanyContext, from?: string, before?: string): Promise<Counts> {
  const rows = await db(ctx).deposit.groupBy({
    by: ["status"],
    where: {
      companyId: ctx.companyId,
      deletedAt: null,
      ...(from && before && { txnDate: { gte: new Date(from), lt: new Date(before) } }),
    },
    _count: true,
  });
  const counts: Counts = { matched: 0, pending: 0 };
  for (const { status, _count } of rows) {
    counts[status === "matched" || status === "posted" ? "matched" : "pending"] += _count;
  }
  return counts;
}

function recentActivity(ctx: CompanyContext): Promise<number> {
  const since = new Date(Date.now() - 24 * 3_600_000);
  return db(ctx).auditEvent.count({
    where: { companyId: ctx.companyId, entity: "deposit", at: { gte: since } },
  });
}

/** Whole percent; 0 when there is nothing. */
function rate({ matched, pending }: Counts): number {
  const total = matched + pending;
  return total === 0 ? 0 : Math.round((100 * matched) / total);
}

function signed(value: number): string {
  return value >= 0 ? `+${value}` : String(value);
}
