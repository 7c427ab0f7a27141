import { type CalendarDate, isCalendarDate } from "@/lib/dates";
import type { DateFormat } from "@/lib/format-date";

/** Years before this are slips: no books are kept that far back. */
const FIRST_YEAR = "1900";
const SEPARATOR = /\s*[-/.\s]\s*/;
const YEAR_FIRST = /^(\d{4})(\d\d)(\d\d)$/;
const YEAR_LAST = /^(\d\d)(\d\d)(\d{4})$/;
const ISO = "YYYY-MM-DD";

/**
 * What people type for a day → "2026-01-31"; null for what is none. Taken are the company's format with
 * "-", "/", "." or spaces between, with one digit for a day or a month, or as eight digits; and always the
 * year first, as in ISO 8601. A year has four digits: "10-01-25" would be too many different days.
 */
export function parseDate(text: string, format: DateFormat): CalendarDate | null {
  const eightDigits = format === ISO ? YEAR_FIRST : YEAR_LAST;
  const parts = text.trim().replace(eightDigits, "$1-$2-$3").split(SEPARATOR);
  const order = (parts[0]?.length === 4 ? ISO : format).split("-");
  const date = ISO.replace(/\w+/g, (name) => (parts[order.indexOf(name)] ?? "").padStart(2, "0"));
  return parts.length === 3 && date >= FIRST_YEAR && isCalendarDate(date) ? date : null;
}

/**
 * Whether a date that is being typed is whole: "2026-1-1" may become "2026-1-12", and "1-1-2026" is one on
 * the way from "1-10-2026" to "1-15-2026" unless it was just written, with the cursor behind it.
 */
export function isWholeDate(text: string, cursorAtEnd: boolean): boolean {
  return text.replace(/\D/g, "").length === 8 || (cursorAtEnd && /\d\d$/.test(text));
}
