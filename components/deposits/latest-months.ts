import { type CalendarDate, dateInZone } from "@/lib/dates";

const LABEL = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" });

export interface Month {
  /** "2026-11" */
  value: string;
  /** "November 2026" */
  label: string;
  from: CalendarDate;
  to: CalendarDate;
}

/** This month and the ones before it, `count` in all, as the browser's time zone has them. */
export function latestMonths(count: number, now = new Date()): Month[] {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const [year = 0, month = 0] = dateInZone(now, timeZone).split("-").map(Number);
  return Array.from({ length: count }, (_, back) => monthOf(year, month - 1 - back));
}

/** @param index months from January of `year` on; negative before it */
function monthOf(year: number, index: number): Month {
  const first = new Date(Date.UTC(year, index, 1));
  const last = new Date(Date.UTC(year, index + 1, 0));
  const from = first.toISOString().slice(0, 10);
  const label = LABEL.format(first);
  return { value: from.slice(0, 7), label, from, to: last.toISOString().slice(0, 10) };
}
