/**
 * Calendar dates as `YYYY-MM-DD` strings. They are never converted through a local time zone, so a
 * payout of March 1 is March 1 everywhere.
 */

export type CalendarDate = string;

export class DateError extends Error {
  override name = "DateError";
}

const PATTERN = /^(\d{4})-(\d{2})-(\d{2})$/;
const DAY_MS = 86_400_000;

/** True for a real day of the calendar written `YYYY-MM-DD` (2024-02-30 is not one). */
export function isCalendarDate(text: string): boolean {
  const parts = PATTERN.exec(text);
  if (!parts) return false;
  const time = Date.UTC(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3]));
  return new Date(time).toISOString().startsWith(text);
}

/** Days since 1970-01-01. @throws DateError when the text is not a calendar date. */
export function toDayNumber(date: CalendarDate): number {
  if (!isCalendarDate(date)) throw new DateError(`"${date}" is not a date such as 2026-01-31`);
  return Math.round(Date.parse(`${date}T00:00:00Z`) / DAY_MS);
}

/** Inverse of {@link toDayNumber}. */
export function fromDayNumber(day: number): CalendarDate {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

export function addDays(date: CalendarDate, days: number): CalendarDate {
  return fromDayNumber(toDayNumber(date) + days);
}

/** Whole days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return toDayNumber(to) - toDayNumber(from);
}

/** The day that a source writes as midnight UTC, in unix seconds, such as Stripe's arrival_date. A moment: {@link dateInZone}. */
export function fromUnixSeconds(seconds: number): CalendarDate {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}

/** Making one costs more than all that is written with it. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** The calendar date at `instant` in an IANA time zone. */
export function dateInZone(instant: Date, timeZone: string): CalendarDate {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat("en-CA", {
      timeZone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
    });
  formats.set(timeZone, format);
  return format.format(instant);
}

/** The calendar date of a PostgreSQL `date` column, which Prisma returns as midnight UTC. */
export function dateText(date: Date): CalendarDate {
  return date.toISOString().slice(0, 10);
}
