import { type CalendarDate, isCalendarDate } from "@/lib/dates";
import type { DateFormat } from "@/lib/format-date";
import { parseDate } from "@/lib/parse-date";

/** Days, both included. */
export interface DayRange {
  from: CalendarDate;
  to: CalendarDate;
}

const MONTHS = [
  ...["january", "february", "march", "april", "may", "june", "july", "august", "september"],
  ...["october", "november", "december"],
];
/** A day or a month in words, as {@link parseDays} reads it. */
const IN_WORDS = [
  /^(?<name>[a-z]{3,9})\.?\s+(?<day>\d{1,2})(?:st|nd|rd|th)?(?:,?\s+(?<year>\d{4}))?$/i,
  /^(?<day>\d{1,2})(?:st|nd|rd|th)?\s+(?<name>[a-z]{3,9})\.?(?:,?\s+(?<year>\d{4}))?$/i,
  /^(?<name>[a-z]{3,9})\.?,?\s+(?<year>\d{4})$/i,
];
const LONGEST_IN_WORDS = 3;

/** A day without a year may be of any of these. */
const YEARS_BACK = 9;

/**
 * The days that a typed date means: a date in the company's format or ISO 8601, "Nov 12", "12 November 2026",
 * "11-12", "2026-11", "11/2026", "Nov 2026". A day without a year is that day of each of the last years. None:
 * it is not a date.
 */
export function parseDays(text: string, format: DateFormat, today: CalendarDate): DayRange[] {
  const typed = text.trim();
  const date = parseDate(typed, format);
  if (date) return [{ from: date, to: date }];
  const month = /^(\d{4})-(\d{1,2})$/.exec(typed);
  if (month) return wholeMonth(month[1], month[2]);
  const monthFirst = /^(\d{1,2})[-/.](\d{4})$/.exec(typed);
  if (monthFirst) return wholeMonth(monthFirst[2], monthFirst[1]);
  const short = /^(\d{1,2})[-/](\d{1,2})$/.exec(typed);
  if (short) {
    const [first, second] = [short[1], short[2]];
    return format === "DD-MM-YYYY"
      ? everyYear(second, first, today)
      : everyYear(first, second, today);
  }
  return inWords(typed, today);
}

/** How many of these words, from the first on, are a date in words; 0: they don't begin with one. */
export function countDateWords(words: readonly string[], today: CalendarDate): number {
  for (let count = LONGEST_IN_WORDS; count > 1; count -= 1) {
    if (words.length >= count && inWords(words.slice(0, count).join(" "), today).length > 0) {
      return count;
    }
  }
  return 0;
}

function inWords(text: string, today: CalendarDate): DayRange[] {
  for (const pattern of IN_WORDS) {
    const found = pattern.exec(text)?.groups;
    if (!found) continue;
    const name = (found.name ?? "").toLowerCase();
    const index = MONTHS.findIndex((each) => each.startsWith(name));
    if (index === -1) return [];
    const month = String(index + 1);
    if (found.day === undefined) return wholeMonth(found.year, month);
    return found.year === undefined
      ? everyYear(month, found.day, today)
      : oneDay(found.year, month, found.day);
  }
  return [];
}

function oneDay(year = "", month = "", day = ""): DayRange[] {
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isCalendarDate(date) && year >= "1900" ? [{ from: date, to: date }] : [];
}

function everyYear(month: string | undefined, day: string | undefined, today: CalendarDate) {
  const latest = Number(today.slice(0, 4)) + 1;
  return Array.from({ length: YEARS_BACK + 2 }, (_, back) => String(latest - back)).flatMap(
    (year) => oneDay(year, month, day),
  );
}

function wholeMonth(year = "", month = ""): DayRange[] {
  const [first] = oneDay(year, month, "1");
  if (!first) return [];
  const last = new Date(Date.UTC(Number(year), Number(month), 0)).toISOString().slice(0, 10);
  return [{ from: first.from, to: last }];
}
