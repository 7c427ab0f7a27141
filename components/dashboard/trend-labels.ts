import type { TrendUnit } from "@/lib/contracts/dashboard";
import { type DateFormat, formatDay, formatMonth } from "@/lib/format-date";

/** Under a bar: where a week begins, or which month it is. */
export function axisLabel(start: string, unit: TrendUnit, format: DateFormat): string {
  return unit === "week" ? formatDay(start, format) : formatMonth(start);
}

/** The days of a bar: "Oct 5 – Oct 11", "Oct 2026". */
export function periodLabel(
  period: { start: string; last: string },
  unit: TrendUnit,
  format: DateFormat,
): string {
  if (unit === "month") return `${formatMonth(period.start)} ${period.start.slice(0, 4)}`;
  const [start, last] = [formatDay(period.start, format), formatDay(period.last, format)];
  return start === last ? start : `${start} – ${last}`;
}

/** The list of a bar's deposits. */
export function trendHref({ start, last }: { start: string; last: string }): string {
  return `/transactions?${new URLSearchParams({ from: start, to: last })}`;
}
