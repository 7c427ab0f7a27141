import type { DepositStatus } from "@/lib/contracts/deposits";
import type { CalendarDate } from "@/lib/dates";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";

export interface StatusFigures {
  count: number;
  /** Minor units, by currency: amounts of different ones are never added. */
  sums: { currency: string; amount: number }[];
}

export type WeeklyFigures = Record<DepositStatus, StatusFigures> & {
  /** Open now, of whatever week. */
  open: { pending: number; suggested: number };
};

/** The deposits whose payout's date is in the days given, by state, and what is open altogether. */
export async function weeklyFigures(
  tx: Tx,
  ctx: CompanyContext,
  days: { from: CalendarDate; to: CalendarDate },
): Promise<WeeklyFigures> {
  const { companyId } = ctx;
  const rows = await tx.$queryRaw<
    { status: DepositStatus; currency: string; count: number; amount: string }[]
  >`SELECT status::text, currency, count(*)::int AS count, sum(amount)::text AS amount
    FROM deposits
    WHERE company_id = ${companyId}::uuid AND deleted_at IS NULL
      AND txn_date BETWEEN ${days.from}::date AND ${days.to}::date
    GROUP BY status, currency ORDER BY currency`;
  const open = await tx.depositCount.groupBy({
    by: ["status"],
    where: { companyId },
    _sum: { deposits: true },
  });
  const openIn = (wanted: DepositStatus) =>
    open.find(({ status }) => status === wanted)?._sum.deposits ?? 0;
  const figures = (wanted: DepositStatus): StatusFigures => {
    const own = rows.filter(({ status }) => status === wanted);
    return {
      count: own.reduce((total, { count }) => total + count, 0),
      sums: own.map(({ currency, amount }) => ({ currency, amount: Number(amount) })),
    };
  };
  return {
    pending: figures("pending"),
    suggested: figures("suggested"),
    matched: figures("matched"),
    posted: figures("posted"),
    open: { pending: openIn("pending"), suggested: openIn("suggested") },
  };
}
