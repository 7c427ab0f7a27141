import { isCalendarDate } from "@/lib/dates";
import { isWeekday, monthNumber } from "./months";

/** The order in which three numbers are a date. */
export type DateOrder = "mdy" | "dmy" | "ymd";

/** A date with one meaning, or three numbers whose order the cell doesn't tell. */
export type DateText = { day: string } | { numbers: readonly [string, string, string] };

const ISO = /^\d{4}-\d{2}-\d{2}$/;
const NUMBERS = /^(\d{1,4})\s?([-/.\s])\s?(\d{1,2})\s?\2\s?(\d{1,4})\.?$/;
const EAST_ASIAN = /^(\d{4})[年년] ?(\d{1,2})[月월] ?(\d{1,2})[日일]$/u;
const WORD_BEFORE = /^(\p{L}+)\.?,? (?=\d)/u;
const TIME =
  /(?:\s*,)?(?:\s+|T)\d{1,2}[:.h]\d{2}(?:[:.]\d{2}(?:[.,]\d+)?)?\s*(?:[ap]\.?\s?m\.?)?\s*(?:[A-Z]{1,5})?\s*([+-]\d{2}:?\d{2})?$/iu;

/** @returns null when the text is no date; its day may still be missing from the calendar */
export function dateText(text: string): DateText | null {
  if (ISO.test(text)) return { day: text };
  const bare = text
    .replace(/[\s\u00a0\u202f]+/g, " ")
    .trim()
    .replace(TIME, "")
    .replace(EAST_ASIAN, "$1-$2-$3")
    .replace(WORD_BEFORE, withoutWeekday);
  const [, first = "", , second = "", third = ""] = NUMBERS.exec(bare) ?? [];
  if (first === "") return inWords(bare) ?? compact(bare);
  if (first.length === 4) return third.length > 2 ? null : { day: iso(first, second, third) };
  const isYearLast = third.length === 4 || third.length === 2;
  return first.length < 3 && isYearLast ? { numbers: [first, second, third] } : null;
}

/** The day in that order, which may be missing from the calendar. @returns null when it is none in that order */
export function dayIn(order: DateOrder, numbers: readonly [string, string, string]): string | null {
  const [first, second, third] = numbers;
  if (order === "ymd") {
    if (third.length > 2 || first.length !== 2) return null;
    return checked(iso(`20${first}`, second, third));
  }
  const year = third.padStart(4, "20");
  return checked(order === "dmy" ? iso(year, second, first) : iso(year, first, second));
}

function checked(day: string): string | null {
  return isCalendarDate(day) ? day : null;
}

function compact(text: string): DateText | null {
  const [, year = "", month = "", day = ""] = /^((?:19|20)\d\d)(\d\d)(\d\d)$/.exec(text) ?? [];
  return year !== "" && isCalendarDate(iso(year, month, day))
    ? { day: iso(year, month, day) }
    : null;
}

function withoutWeekday(word: string, name: string): string {
  return isWeekday(name) ? "" : word;
}

/** "Sat, March 14, 2026", "14-Mar-26", "1er mars 2026", "14 de marzo de 2026", "14. März 2026" */
function inWords(text: string): DateText | null {
  const parts = text.split(/[\s,/-]+|(?<=\d)\.|(?<=\p{L})\.(?=\d)/u).filter(Boolean);
  let month: number | undefined;
  const numbers: string[] = [];
  for (const part of parts) {
    const [, number] = /^(\d{1,4})(?:st|nd|rd|th|er|re|e|o|a|º|ª|°)?$/i.exec(part) ?? [];
    const named = number === undefined && month === undefined ? monthNumber(part) : undefined;
    if (number !== undefined) numbers.push(number);
    else if (named !== undefined) month = named;
    else if (!/^(?:de|del|do|of|the|den|der|le|el|il)$/i.test(part) && !isWeekday(part))
      return null;
  }
  const [first = "", second = "", ...more] = numbers;
  if (month === undefined || second === "" || more.length > 0) return null;
  if (first.length === 4) return { day: iso(first, String(month), second) };
  if (first.length > 2 || (second.length !== 4 && second.length !== 2)) return null;
  return { day: iso(second.padStart(4, "20"), String(month), first) };
}

function iso(year: string, month: string, day: string): string {
  return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}
