import { COMPANY_PARAMETER } from "@/lib/constants/company-header";
import type { DepositStatus } from "@/lib/contracts/deposits";
import { addDays, type CalendarDate, daysBetween, toDayNumber } from "@/lib/dates";
import { formatAmount } from "@/lib/format";
import { toDecimal } from "@/lib/money";
import { localClock } from "@/lib/time-zones";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";

/** Monday, at this minute of the day in the company's time zone. */
const MINUTE = 8 * 60;
/** For so many days a late summary is still written. */
const WORTH_DAYS = 3;
/** 1970-01-01 was a Thursday. */
const DAYS_FROM_MONDAY = 3;

interface SummaryState {
  timeZone: string;
  createdAt: Date;
  /** The Monday whose summary was the last; null: none yet. */
  summarizedOn: CalendarDate | null;
}

/**
 * The Monday whose summary, of the seven days before it, a company should get at `at`; null: none.
 * It depends only on local date and time, so a day of 23 or 25 hours changes nothing.
 */
export function summaryDue(company: SummaryState, at: Date): CalendarDate | null {
  const { timeZone, createdAt, summarizedOn } = company;
  const now = localClock(at, timeZone);
  const monday = latestMonday(now);
  if (summarizedOn !== null && summarizedOn >= monday) return null;
  if (daysBetween(monday, now.date) >= WORTH_DAYS) return null;
  // Its first Monday morning is still to come.
  if (latestMonday(localClock(createdAt, timeZone)) >= monday) return null;
  return monday;
}

/** The days that the summary of `monday` is about. */
export function summarizedDays(monday: CalendarDate): { from: CalendarDate; to: CalendarDate } {
  return { from: addDays(monday, -7), to: addDays(monday, -1) };
}

/** The last Monday whose morning, at the hour of the summary, is not in the future. */
function latestMonday({ date, minute }: ReturnType<typeof localClock>): CalendarDate {
  const weekday = (toDayNumber(date) + DAYS_FROM_MONDAY) % 7;
  const isTooEarly = weekday === 0 && minute < MINUTE;
  return addDays(date, -weekday - (isTooEarly ? 7 : 0));
}

/**
 * Claims a week's summary mail for users, in the transaction that queues the mails: no one gets two about one week,
 * whatever became of their companies and settings meanwhile.
 * @param monday whose morning brings the mail
 * @returns those of `userIds` who haven't had it
 */
export async function claimWeek(
  tx: Tx,
  monday: CalendarDate,
  userIds: readonly number[],
): Promise<Set<number>> {
  if (userIds.length === 0) return new Set();
  // In the order of ids, as every lock of several users.
  const rows = await tx.$queryRaw<{ id: number }[]>`
    WITH due AS MATERIALIZED (
      SELECT id FROM users WHERE id = ANY (${[...userIds]}::int[])
        AND (summarized_on IS NULL OR summarized_on < ${monday}::date)
      ORDER BY id FOR UPDATE
    )
    UPDATE users u SET summarized_on = ${monday}::date FROM due
    WHERE u.id = due.id AND (u.summarized_on IS NULL OR u.summarized_on < ${monday}::date)
    RETURNING u.id`;
  return new Set(rows.map(({ id }) => id));
}

interface StatusFigures {
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

/**
 * A mail's link to a page of a company: the reader may have several, and a tab of another one open.
 * @param path inside the product, with or without a query
 */
export function companyLink(path: string, companyId: string): string {
  // Behind a fragment, no server and no page would see it.
  const [page = "", fragment] = path.split("#", 2);
  const link = `${page}${page.includes("?") ? "&" : "?"}${COMPANY_PARAMETER}=${companyId}`;
  return fragment === undefined ? link : `${link}#${fragment}`;
}

/** Minor units as a sentence has them: "1,240.00 USD". Always with its currency: sums can be of several. */
export function sumText(minor: number, currency: string): string {
  return `${formatAmount(toDecimal(minor, currency))} ${currency}`;
}
