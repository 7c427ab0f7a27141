import { fromDayNumber, toDayNumber } from "@/lib/dates";
import type { Random, Weighted } from "./random";

/** Every data set begins on this Monday. Days are numbered as in lib/dates. */
export const FIRST_DAY = toDayNumber("2023-01-02");

const dates = new Map<number, string>();

/** `YYYY-MM-DD`; the same string object for the same day, which saves memory at a million rows. */
export function dateOf(day: number): string {
  let date = dates.get(day);
  if (date === undefined) {
    date = fromDayNumber(day);
    dates.set(day, date);
  }
  return date;
}

/** 0 is Monday, 6 is Sunday. */
export function weekday(day: number): number {
  return (((day - FIRST_DAY) % 7) + 7) % 7;
}

export function isWeekend(day: number): boolean {
  return weekday(day) >= 5;
}

/** The day itself or the Monday after it. */
export function businessDayFrom(day: number): number {
  const position = weekday(day);
  return position >= 5 ? day + 7 - position : day;
}

/** The `count`-th business day after a day. */
export function businessDaysLater(day: number, count: number): number {
  let result = businessDayFrom(day);
  for (let i = 0; i < count; i++) result = businessDayFrom(result + 1);
  return result;
}

/** The business grows like this. */
const ROWS_OF_ONE_BUSINESS = 10_000;
const DENSITY_GROWTH = 0.25;

export interface Span {
  days: number;
  perDay: number;
}

/**
 * How many days a data set of `lines` covers. Up to 10,000 lines the rows per day are constant;
 * beyond, they grow with the fourth root of the size (twice as many at 160,000) and the time with the rest.
 */
export function spanOf(lines: number, perDay: number): Span {
  const density = perDay * Math.max(1, lines / ROWS_OF_ONE_BUSINESS) ** DENSITY_GROWTH;
  return { days: Math.max(1, Math.round(lines / density)), perDay: density };
}

/** Weight of each lag (payment − line, days), before weekends are moved. */
const NEAR: Weighted<number> = [
  [0, 0.43],
  [1, 0.2],
  [2, 0.08],
  [3, 0.05],
  [-1, 0.1],
  [-2, 0.04],
  [-3, 0.02],
  [4, 0.02],
  [5, 0.015],
  [6, 0.015],
];
/** Share booked one to three weeks off; most of these late, the rest early. */
const FAR = { share: 0.03, late: 0.8, from: 7, to: 21 } as const;
/** Share of what would be booked on a weekend that waits for Monday. */
const WAITS_FOR_MONDAY = 0.6;

/** Draws the day on which a line of `day` is booked. */
export function bookingDay(random: Random, day: number): number {
  const booked = day + rawLag(random);
  if (!isWeekend(booked) || !random.chance(WAITS_FOR_MONDAY)) return booked;
  return booked + 7 - weekday(booked);
}

function rawLag(random: Random): number {
  if (!random.chance(FAR.share)) return random.weighted(NEAR);
  const distance = random.between(FAR.from, FAR.to);
  return random.chance(FAR.late) ? distance : -distance;
}

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

/** Days on which a bookkeeper who catches up sits down, `from` to `to` days apart. */
export class Sessions {
  private readonly days: number[] = [];

  constructor(
    private readonly random: Random,
    private readonly apart: { from: number; to: number },
  ) {}

  /** The first session on or after a day. */
  after(day: number): number {
    const { random, apart, days } = this;
    let last = days[days.length - 1] ?? FIRST_DAY;
    while (last < day || days.length === 0) {
      last = businessDayFrom(last + random.between(apart.from, apart.to));
      days.push(last);
    }
    return days.find((session) => session >= day) ?? last;
  }
}
