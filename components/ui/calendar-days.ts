import type { CalendarDate } from "@/lib/dates";

/** The calendar's own kind of day: a Date at the day's beginning here. The parts are kept, not the instant. */
export function toLocalDay(date: CalendarDate): Date {
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
  const local = new Date(2000, 0, 1);
  // The constructor would take the year 26 for 1926.
  local.setFullYear(year, month - 1, day);
  return local;
}

/** Inverse of {@link toLocalDay}. */
export function fromLocalDay(local: Date): CalendarDate {
  const year = String(local.getFullYear()).padStart(4, "0");
  const month = String(local.getMonth() + 1).padStart(2, "0");
  return `${year}-${month}-${String(local.getDate()).padStart(2, "0")}`;
}

/** The years to choose from, wider where the date itself lies outside; all others can be typed. */
export function yearsAround(date: CalendarDate | "", today: Date): { first: number; last: number } {
  const year = date === "" ? today.getFullYear() : Number(date.slice(0, 4));
  return {
    first: Math.max(1900, Math.min(2000, year)),
    last: Math.min(2200, Math.max(today.getFullYear() + 1, year)),
  };
}
