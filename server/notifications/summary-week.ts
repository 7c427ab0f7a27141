import { addDays, type CalendarDate, daysBetween, toDayNumber } from "@/lib/dates";
import { localClock } from "@/lib/time-zones";

/** Monday, at this minute of the day in the company's time zone. */
const MINUTE = 8 * 60;
/** For so many days a late summary is still written. */
const WORTH_DAYS = 3;
/** 1970-01-01 was a Thursday. */
const DAYS_FROM_MONDAY = 3;

export interface SummaryState {
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
