import { addDays, type CalendarDate, toDayNumber } from "@/lib/dates";

export function isBusinessDay(date: CalendarDate): boolean {
  const weekday = (toDayNumber(date) + 4) % 7;
  return weekday !== 0 && weekday !== 6;
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
