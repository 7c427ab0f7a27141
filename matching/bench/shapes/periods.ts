import { fromDayNumber, toDayNumber } from "@/lib/dates";
import type { Random } from "../random";

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** The period of a day as memos state it. Not a reference, although it may look like one. */
export function period(day: number, random: Random): string {
  const { year, month } = partsOf(day);
  const name = MONTHS[month - 1] ?? "";
  return random.weighted([
    [`${name} ${year}`, 50],
    [seasonFrom(month >= 4 ? year : year - 1), 22],
    [`${String(month).padStart(2, "0")}/${year}`, 12],
    [`Q${Math.ceil(month / 3)} ${year}`, 10],
    [`${name} '${String(year).slice(2)}`, 6],
  ]);
}

/** "2024-25". */
export function seasonFrom(year: number): string {
  return `${year}-${String(year + 1).slice(2)}`;
}

export function yearOf(day: number): number {
  return partsOf(day).year;
}

export function monthName(day: number): string {
  return MONTHS[partsOf(day).month - 1] ?? "";
}

export function lastOfMonth(day: number): number {
  const { year, month } = partsOf(day);
  const [nextYear, nextMonth] = month === 12 ? [year + 1, 1] : [year, month + 1];
  return toDayNumber(`${nextYear}-${String(nextMonth).padStart(2, "0")}-01`) - 1;
}

/** The first day of a month. @param months counted from January 2023, which is 0 */
export function startOfMonth(months: number): number {
  const year = 2023 + Math.floor(months / 12);
  return toDayNumber(`${year}-${String((months % 12) + 1).padStart(2, "0")}-01`);
}

function partsOf(day: number): { year: number; month: number } {
  const date = fromDayNumber(day);
  return { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)) };
}
