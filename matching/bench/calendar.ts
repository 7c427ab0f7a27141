import { fromDayNumber, toDayNumber } from "@/lib/dates";

/** Every data set begins on this Monday. Days are numbered as in lib/dates. */
export const FIRST_DAY = toDayNumber("2023-01-02");

const dates = new Map<number, string>();

/** `YYYY-MM-DD`; the same string object for the same day, which saves memory at a million rows. */
export function dateOf(day: number): string {
  let date = dates.get(day);
  if (date === undefined) {
    date = fromDayNumber(day);
    dates.set(day, date);
  }
  return date;
}

/** 0 is Monday, 6 is Sunday. */
export function weekday(day: number): number {
  return (((day - FIRST_DAY) % 7) + 7) % 7;
}

export function isWeekend(day: number): boolean {
  return weekday(day) >= 5;
}

/** The day itself or the Monday after it. */
export function businessDayFrom(day: number): number {
  const position = weekday(day);
  return position >= 5 ? day + 7 - position : day;
}

/** The `count`-th business day after a day. */
export function businessDaysLater(day: number, count: number): number {
  let result = businessDayFrom(day);
  for (let i = 0; i < count; i++) result = businessDayFrom(result + 1);
  return result;
}

/** The business grows like this. */
const ROWS_OF_ONE_BUSINESS = 10_000;
const DENSITY_GROWTH = 0.25;

export interface Span {
  days: number;
  perDay: number;
}

/**
 * How many days a data set of `lines` covers. Up to 10,000 lines the rows per day are constant;
 * beyond, they grow with the fourth root of the size (twice as many at 160,000) and the time with the rest.
 */
export function spanOf(lines: number, perDay: number): Span {
  const density = perDay * Math.max(1, lines / ROWS_OF_ONE_BUSINESS) ** DENSITY_GROWTH;
  return { days: Math.max(1, Math.round(lines / density)), perDay: density };
}
