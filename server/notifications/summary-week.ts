import { addDays, type CalendarDate, daysBetween, toDayNumber } from "@/lib/dates";

/** Monday, at this hour in the company's time zone. */
const HOUR = 8;
/** A summary that could not be written in time is still worth reading for so many days. */
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
 * It asks only for the date and the hour that the company's clocks show, so a day of 23 or 25 hours
 * moves nothing.
 */
export function summaryDue(company: SummaryState, at: Date): CalendarDate | null {
  const { timeZone, createdAt, summarizedOn } = company;
  const clock = clockOf(timeZone);
  const monday = latestMonday(clock(at));
  if (summarizedOn !== null && summarizedOn >= monday) return null;
  if (daysBetween(monday, clock(at).date) >= WORTH_DAYS) return null;
  // Its first Monday morning is still to come.
  if (latestMonday(clock(createdAt)) >= monday) return null;
  return monday;
}

/** The days that the summary of `monday` is about. */
export function summarizedDays(monday: CalendarDate): { from: CalendarDate; to: CalendarDate } {
  return { from: addDays(monday, -7), to: addDays(monday, -1) };
}

interface LocalTime {
  date: CalendarDate;
  hour: number;
}

/** The last Monday whose morning, at the hour of the summary, is not in the future. */
function latestMonday({ date, hour }: LocalTime): CalendarDate {
  const weekday = (toDayNumber(date) + DAYS_FROM_MONDAY) % 7;
  const isTooEarly = weekday === 0 && hour < HOUR;
  return addDays(date, -weekday - (isTooEarly ? 7 : 0));
}

const clocks = new Map<string, (at: Date) => LocalTime>();

/** What the clocks of a time zone show. Kept: there are few zones, and a formatter takes long to make. */
function clockOf(timeZone: string): (at: Date) => LocalTime {
  const known = clocks.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    hourCycle: "h23",
  });
  const clock = (at: Date): LocalTime => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
    return {
      date: `${parts.get("year")}-${parts.get("month")}-${parts.get("day")}`,
      hour: Number(parts.get("hour")),
    };
  };
  clocks.set(timeZone, clock);
  return clock;
}
