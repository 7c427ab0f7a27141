import type { TrendUnit } from "@/lib/contracts/dashboard";
import type { DateFormat } from "@/lib/format-date";

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

function parts(date: string) {
  const [year = "", month = "", day = ""] = date.split("-");
  return { year, month: MONTHS[Number(month) - 1] ?? "", day: String(Number(day)) };
}

/** "Oct 5", or "5 Oct" where the day goes first. */
function shortDay(date: string, format: DateFormat): string {
  const { month, day } = parts(date);
  return format === "DD-MM-YYYY" ? `${day} ${month}` : `${month} ${day}`;
}

/** Under a bar: where a week begins, or which month it is. */
export function axisLabel(start: string, unit: TrendUnit, format: DateFormat): string {
  return unit === "week" ? shortDay(start, format) : parts(start).month;
}

/** The days of a bar: "Oct 5 – Oct 11", "Oct 2026". */
export function periodLabel(
  period: { start: string; last: string },
  unit: TrendUnit,
  format: DateFormat,
): string {
  if (unit === "month") return `${parts(period.start).month} ${parts(period.start).year}`;
  const [start, last] = [shortDay(period.start, format), shortDay(period.last, format)];
  return start === last ? start : `${start} – ${last}`;
}

/** The list of a bar's deposits. */
export function trendHref({ start, last }: { start: string; last: string }): string {
  return `/transactions?${new URLSearchParams({ from: start, to: last })}`;
}
