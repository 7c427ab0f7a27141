import type { Summary } from "@/lib/contracts/dashboard";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { localToday } from "./local-today";
import { notPosted } from "./not-posted";

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
      FROM counted, (SELECT ${localToday(companyId)} AS today) AS local`,
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
