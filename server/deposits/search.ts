import { type CalendarDate, isCalendarDate } from "@/lib/dates";
import { type DateFormat, MONTHS } from "@/lib/format-date";
import { parseDate } from "@/lib/parse-date";
import { listProviders } from "@/lib/providers/list";

/** One thing that is looked for: a deposit has to have it in any of these ways. */
export interface SearchTerm {
  /** Part of a name, a number or an id, as it was typed. */
  text: string;
  amounts: AmountRange[];
  days: DayRange[];
  /** Our id: "#34", "34"; null for another text. */
  depositId: number | null;
  /** Processors whose name has the text in it. */
  providers: string[];
}

interface Conventions {
  /** The company's. */
  format: DateFormat;
  today: CalendarDate;
}

/** Further words don't count. */
const MAX_TERMS = 8;
const MAX_ID = 2_147_483_647;

/**
 * What a search looks for. A search that is an amount or a date as a whole ("1 427,28", "Nov 12, 2026") is one term;
 * otherwise each word is one, except that a date in words stays together. None: nothing is looked for.
 */
export function parseSearch(typed: string, conventions: Conventions): SearchTerm[] {
  const text = typed.trim().replace(/\s+/g, " ");
  if (text === "") return [];
  const whole = toTerm(text, conventions);
  if (whole.amounts.length > 0 || whole.days.length > 0) return [whole];
  return toTexts(text.split(" "), conventions).map((each) => toTerm(each, conventions));
}

/** Whether the meaning depends on the company's date format: "11-12", "1/2/2026". */
export function dependsOnFormat(typed: string): boolean {
  return /\d\s*[-/.\s]\s*\d/.test(typed);
}

function toTexts(words: string[], { today }: Conventions): string[] {
  const texts: string[] = [];
  for (let at = 0; at < words.length && texts.length < MAX_TERMS; ) {
    const rest = words.slice(at);
    const taken = countDateWords(rest, today) || 1;
    texts.push(rest.slice(0, taken).join(" "));
    at += taken;
  }
  return texts;
}

function toTerm(text: string, { format, today }: Conventions): SearchTerm {
  const digits = /^#?(\d{1,10})$/.exec(text)?.[1];
  const id = digits === undefined ? 0 : Number(digits);
  const name = text.toLowerCase();
  return {
    // An order is "Order #10260" in one place and "10260" in another.
    text: digits ?? text,
    amounts: parseAmount(text),
    days: parseDays(text, format, today),
    depositId: id > 0 && id <= MAX_ID ? id : null,
    providers: listProviders().flatMap((each) =>
      each.role === "source" && each.name.toLowerCase().includes(name) ? each.id : [],
    ),
  };
}

/** Amounts from `from` to `to`, both included, of currencies with `digits` decimals. Minor units. */
interface AmountRange {
  from: bigint;
  to: bigint;
  digits: 0 | 2 | 3;
}

const DIGITS = [0, 2, 3] as const;
/** A sign, or the parentheses of a negative amount; a currency before or after; digits with separators. */
const AMOUNT =
  /^(?<open>\()?\s*(?<sign>[-−–+])?\s*(?:[$€£¥₹]|[A-Z]{1,3}\$|[A-Za-z]{3}(?=[\s\d+−-]))?\s*(?<late>[-−–+])?\s*(?<digits>\d[\d.,'’\u00a0\u202f ]*)\s*(?:[$€£¥₹]|[A-Za-z]{3})?\s*(?<close>\))?$/;
/** 12 digits before the decimals: beyond, minor units are not safe integers. */
const LONGEST = 12;

/**
 * What a typed amount may mean: "1,427.28", "1.427,28", "1 427.28", "$64.50", "−40", "(40.00)", "EUR 12". Decimals that
 * are not typed yet may be any: "1427" finds 1427.28. Without a sign it stands for money in either direction.
 * Where a separator is ambiguous ("1.427"), every reading counts. None: it is not an amount.
 */
export function parseAmount(text: string): AmountRange[] {
  const parts = AMOUNT.exec(text.trim())?.groups;
  if (!parts || (parts.open === undefined) !== (parts.close === undefined)) return [];
  if (parts.sign !== undefined && parts.late !== undefined) return [];
  const sign = parts.sign ?? parts.late ?? "";
  const isNegative = /[-−–]/.test(sign) || parts.open !== undefined;
  const readings = readingsOf((parts.digits ?? "").trim());
  return readings.flatMap(({ whole, fraction }) =>
    DIGITS.flatMap((digits) => {
      const range = rangeOf(whole, fraction, digits);
      if (!range) return [];
      const negative = { from: -range.to, to: -range.from, digits };
      if (isNegative) return [negative];
      return sign === "+" ? [{ ...range, digits }] : [{ ...range, digits }, negative];
    }),
  );
}

interface Reading {
  whole: string;
  fraction: string;
}

function readingsOf(digits: string): Reading[] {
  const plain = digits.replace(/[\s'’\u00a0\u202f]/g, (sign, at: number) =>
    // A space groups thousands, and nothing else.
    /^\d{3}(?!\d)/.test(digits.slice(at + 1)) ? "" : sign,
  );
  const decimal = /^(\d+)(?:[.,](\d{0,3}))?$/.exec(plain);
  const grouped = /^(\d{1,3}(?:([.,])\d{3})(?:\2\d{3})*)(?:(?!\2)[.,](\d{0,3}))?$/.exec(plain);
  const found: Reading[] = [];
  if (decimal) found.push({ whole: decimal[1] ?? "", fraction: decimal[2] ?? "" });
  if (grouped) {
    found.push({ whole: (grouped[1] ?? "").replace(/[.,]/g, ""), fraction: grouped[3] ?? "" });
  }
  return found.filter(({ whole }) => whole.length <= LONGEST);
}

/** Minor units of all amounts that begin with these digits; null where the currency has fewer decimals. */
function rangeOf(whole: string, fraction: string, digits: number) {
  if (/[^0]/.test(fraction.slice(digits))) return null;
  const typed = fraction.slice(0, digits);
  const open = 10n ** BigInt(digits - typed.length);
  const from = BigInt(whole + typed) * open;
  return { from, to: from + open - 1n };
}

/** Days, both included. */
interface DayRange {
  from: CalendarDate;
  to: CalendarDate;
}

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
function countDateWords(words: readonly string[], today: CalendarDate): number {
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
    const index = MONTHS.findIndex((each) => each.toLowerCase().startsWith(name));
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
