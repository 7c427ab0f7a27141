import { type CalendarDate, isCalendarDate } from "@/lib/dates";

export const DATE_FORMATS = ["MM-DD-YYYY", "DD-MM-YYYY", "YYYY-MM-DD"] as const;
export type DateFormat = (typeof DATE_FORMATS)[number];

/** In English, from January on. */
export const MONTHS =
  "January February March April May June July August September October November December".split(
    " ",
  );

/** For fields: "2026-01-31" → "01-31-2026". What is only read is {@link writeDay}. Other text is returned unchanged. */
export function formatDate(date: string, format: DateFormat): string {
  if (!isCalendarDate(date)) return date;
  const [year = "", month = "", day = ""] = date.split("-");
  return format.replace("YYYY", year).replace("MM", month).replace("DD", day);
}

/**
 * A whole date in a sentence, in the company's order: "January 31, 2026", "31 January 2026", or "2026-01-31" for a
 * company that writes the year first, as no English sentence does. Other text is returned unchanged.
 */
export function dayInWords(date: CalendarDate, format: DateFormat): string {
  if (!isCalendarDate(date)) return date;
  const { year, month, day } = partsOf(date);
  if (format === "YYYY-MM-DD") return date;
  return format === "DD-MM-YYYY" ? `${day} ${month} ${year}` : `${month} ${day}, ${year}`;
}

/**
 * A day that nobody can misread, in lists and beside other facts: "Jan 31, 2026", "31 Jan 2026" where the day comes first,
 * or "2026-01-31". Other text is returned unchanged.
 */
export function writeDay(date: string, format: DateFormat): string {
  if (format === "YYYY-MM-DD" || !isCalendarDate(date)) return date;
  const { year, month, day } = partsOf(date);
  return format === "DD-MM-YYYY"
    ? `${day} ${short(month)} ${year}`
    : `${short(month)} ${day}, ${year}`;
}

/**
 * The short form of {@link dayInWords}: "Jan 31", or "31 Jan" where the day comes first. Other text is returned unchanged.
 * @param year days of other years show theirs: "Jan 31, 2025"; without it, no day does
 */
export function formatDay(date: string, format: DateFormat, year?: number): string {
  if (!isCalendarDate(date)) return date;
  const { year: own, month, day } = partsOf(date);
  const isDayFirst = format === "DD-MM-YYYY";
  const text = isDayFirst ? `${day} ${short(month)}` : `${short(month)} ${day}`;
  if (year === undefined || Number(own) === year) return text;
  return isDayFirst ? `${text} ${own}` : `${text}, ${own}`;
}

/** The month of a date: "Jan". */
export function formatMonth(date: CalendarDate): string {
  return short(partsOf(date).month);
}

function partsOf(date: CalendarDate) {
  const [year = "", month = "", day = ""] = date.split("-");
  return { year, month: MONTHS[Number(month) - 1] ?? "", day: Number(day) };
}

function short(month: string): string {
  return month.slice(0, 3);
}
