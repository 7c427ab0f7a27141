import { type CalendarDate, isCalendarDate } from "@/lib/dates";

export const DATE_FORMATS = ["MM-DD-YYYY", "DD-MM-YYYY", "YYYY-MM-DD"] as const;
export type DateFormat = (typeof DATE_FORMATS)[number];

/** "2026-01-31" → "01-31-2026"; other text is returned unchanged. */
export function formatDate(date: string, format: DateFormat): string {
  if (!isCalendarDate(date)) return date;
  const [year = "", month = "", day = ""] = date.split("-");
  return format.replace("YYYY", year).replace("MM", month).replace("DD", day);
}

const MONTHS_IN_FULL =
  "January February March April May June July August September October November December".split(
    " ",
  );

/** A day that reads the same everywhere: "2026-01-31" → "31 January 2026". */
export function dayInWords(date: CalendarDate): string {
  const [year = "", month = "", day = ""] = date.split("-");
  return `${Number(day)} ${MONTHS_IN_FULL[Number(month) - 1]} ${year}`;
}

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/**
 * A day as a name has it: "2026-01-31" → "Jan 31", or "31 Jan" where the day is written first; other text is
 * returned unchanged. @param year of today: days of other years have theirs, "Jan 31, 2025".
 */
export function formatDay(date: string, format: DateFormat, year: number): string {
  if (!isCalendarDate(date)) return date;
  const [ownYear = "", month = "", day = ""] = date.split("-");
  const name = MONTHS[Number(month) - 1] ?? "";
  const isDayFirst = format.startsWith("DD");
  const text = isDayFirst ? `${Number(day)} ${name}` : `${name} ${Number(day)}`;
  if (Number(ownYear) === year) return text;
  return isDayFirst ? `${text} ${ownYear}` : `${text}, ${ownYear}`;
}
