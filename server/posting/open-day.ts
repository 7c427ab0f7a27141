import { addDays, type CalendarDate, dateText } from "@/lib/dates";

/** The first day after the closed period. */
export function firstOpenDay(closedUntil: CalendarDate): CalendarDate {
  return addDays(closedUntil, 1);
}

/** The day that something of a deposit has in the books: its own, unless a later one was chosen for the deposit. */
export function bookedOn(date: CalendarDate, earliest: Date | null): CalendarDate {
  const from = earliest === null ? date : dateText(earliest);
  return date < from ? from : date;
}
