import { type CalendarDate, isCalendarDate } from "@/lib/dates";
import type { DateFormat } from "@/lib/format-date";

/** An earlier year is a typing error. */
const FIRST_YEAR = "1900";
const SEPARATOR = /\s*[-/.\s]\s*/;
const YEAR_FIRST = /^(\d{4})(\d\d)(\d\d)$/;
const YEAR_LAST = /^(\d\d)(\d\d)(\d{4})$/;
const ISO = "YYYY-MM-DD";

/**
 * Parses a typed date: "1/31/2026" → "2026-01-31"; null when invalid. Accepts the company's format with "-",
 * "/", "." or spaces, one or two digits for day and month, or eight digits; and always ISO 8601. The year needs
 * four digits, because "10-01-25" is ambiguous.
 */
export function parseDate(text: string, format: DateFormat): CalendarDate | null {
  const eightDigits = format === ISO ? YEAR_FIRST : YEAR_LAST;
  const parts = text.trim().replace(eightDigits, "$1-$2-$3").split(SEPARATOR);
  const order = (parts[0]?.length === 4 ? ISO : format).split("-");
  const date = ISO.replace(/\w+/g, (name) => (parts[order.indexOf(name)] ?? "").padStart(2, "0"));
  return parts.length === 3 && date >= FIRST_YEAR && isCalendarDate(date) ? date : null;
}

/**
 * Whether a date being typed is complete. "2026-1-1" may become "2026-1-12"; "1-1-2026" may be an intermediate
 * step from "1-10-2026" to "1-15-2026", unless the cursor is at its end.
 */
export function isWholeDate(text: string, cursorAtEnd: boolean): boolean {
  return text.replace(/\D/g, "").length === 8 || (cursorAtEnd && /\d\d$/.test(text));
}
