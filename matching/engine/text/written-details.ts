import { isCalendarDate, toDayNumber } from "@/lib/dates";

/** "04/10", "10.04.2026", "4/10/26"; a month and a year ("05/26") are told apart by the reader. */
const DAY_AND_MONTH =
  /(?<![\d/.:-])(?:(\d{2})\/(\d{2})|(\d{1,2})([/.])(\d{1,2})\4(\d{4}|\d{2}))(?![\d/:-]|\.\d)/g;
const ISO = /(?<![\d-])(20\d\d-\d\d-\d\d)(?![\d-])/g;
const HALF_A_YEAR = 183;

/** Brands by the bit that stands for them, as people and processors write them. */
const CARDS: readonly RegExp[] = [
  /\bvisa\b/i,
  /\bmaster ?card\b/i,
  /\b(?:amex|american express)\b/i,
  /\bdiscover\b/i,
  /\bdiners\b/i,
  /\bjcb\b/i,
  /\bunion ?pay\b/i,
];

/** @returns the card brands that a text names as a bit set; 0 for none */
export function cardsIn(text: string): number {
  let found = 0;
  for (const [at, brand] of CARDS.entries()) if (brand.test(text)) found |= 1 << at;
  return found;
}

/**
 * The days that a note may name, month first or day first, the year being the one nearest to the record's own
 * date where none is written.
 * @param date the record's own, `YYYY-MM-DD`
 * @returns day numbers; empty where the note names no day
 */
export function daysIn(text: string, date: string): number[] {
  if (!/\d/.test(text) || !isCalendarDate(date)) return [];
  const days = new Set<number>();
  const year = Number(date.slice(0, 4));
  for (const [, iso = ""] of text.matchAll(ISO)) {
    if (isCalendarDate(iso)) days.add(toDayNumber(iso));
  }
  for (const [, one, other, first = one, , second = other, written] of text.matchAll(
    DAY_AND_MONTH,
  )) {
    if (!written && Math.abs(2000 + Number(second) - year) <= 1) continue;
    for (const [month, day] of [
      [first, second],
      [second, first],
    ]) {
      const found = dayOf(written, Number(month), Number(day), date);
      if (found !== null) days.add(found);
    }
  }
  return [...days];
}

function dayOf(year: string | undefined, month: number, day: number, date: string): number | null {
  const own = toDayNumber(date);
  const written = Number(year) < 100 ? 2000 + Number(year) : Number(year);
  const near = Number(date.slice(0, 4));
  for (const each of year ? [written] : [near, near - 1, near + 1]) {
    const text = `${each}-${twoDigits(month)}-${twoDigits(day)}`;
    if (!isCalendarDate(text)) continue;
    const found = toDayNumber(text);
    if (year || Math.abs(found - own) <= HALF_A_YEAR) return found;
  }
  return null;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, "0");
}
