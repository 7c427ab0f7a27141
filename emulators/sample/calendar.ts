import { addDays, type CalendarDate, toDayNumber } from "@/lib/dates";

/** 0 is Sunday. */
function weekdayOf(date: CalendarDate): number {
  return (toDayNumber(date) + 4) % 7;
}

export function isBusinessDay(date: CalendarDate): boolean {
  const weekday = weekdayOf(date);
  return weekday !== 0 && weekday !== 6;
}

/**
 * The Monday on or before `date`. How many sales a payout of the sample has follows from the weekdays before it, so
 * that the samples of two Mondays are the same but for their dates.
 */
export function latestMonday(date: CalendarDate): CalendarDate {
  return addDays(date, -((weekdayOf(date) + 6) % 7));
}

/** The business day `count` business days after `date`; negative counts go back. */
export function addBusinessDays(date: CalendarDate, count: number): CalendarDate {
  const step = count < 0 ? -1 : 1;
  let day = date;
  for (let left = Math.abs(count); left > 0; ) {
    day = addDays(day, step);
    if (isBusinessDay(day)) left -= 1;
  }
  return day;
}
