import { addDays, fromDayNumber, toDayNumber } from "@/lib/dates";
import type { DateOrder } from "./date-text";
import { monthNumber } from "./months";

/** What the lines above and below a table tell about its dates. */
export interface TitlePeriod {
  /** First and last day of what the table covers. */
  from: string | undefined;
  to: string | undefined;
  /** How the line itself orders day and month: "1 March - 5 April 2026". */
  order: DateOrder | undefined;
}

/** A day or a whole month of the line. */
interface Point {
  month: number;
  year: number;
  days: number[];
}

/** The period of one line, such as "March 1-31, 2026" or "Du 1 au 31 mars 2026". Null when it names none. */
export function titlePeriod(text: string): TitlePeriod | null {
  const withoutTime = text.replace(/\d{1,2}:\d{2}.*$/, "");
  const words = withoutTime.match(/\p{L}+|\d+/gu) ?? [];
  const marks = words.flatMap((word): { kind: "day" | "month" | "year"; value: number }[] => {
    if (/^\d{4}$/.test(word)) return [{ kind: "year", value: Number(word) }];
    if (/^\d{1,2}$/.test(word)) return [{ kind: "day", value: Number(word) }];
    const month = monthNumber(word);
    return month === undefined ? [] : [{ kind: "month", value: month }];
  });
  const firstMonth = marks.findIndex(({ kind }) => kind === "month");
  const hasYear = marks.some(({ kind }) => kind === "year");
  // Without a year only a line of nothing else: a company may be called "May 21".
  const isPeriod = hasYear || (marks.length > 2 && words.every((word) => isOfPeriod(word)));
  if (firstMonth === -1 || !isPeriod) return null;
  const order = orderOf(marks[firstMonth - 1]?.kind, marks[firstMonth + 1]?.kind);
  const points = pointsOf(order === "dmy" ? marks : groupedByMonth(marks));
  const days = points.flatMap(edgesOf).sort();
  const isRange = points.length > 1 || points.some((point) => point.days.length !== 1);
  return { order, from: isRange ? days[0] : undefined, to: isRange ? days.at(-1) : undefined };
}

const RANGE_WORDS = new Set(
  "from to through and du au le al a ao de del des von bis vom dal di van tot t m the of".split(
    " ",
  ),
);

function isOfPeriod(word: string): boolean {
  const isName = RANGE_WORDS.has(word.toLowerCase()) || monthNumber(word) !== undefined;
  return isName || /^\d+$/.test(word);
}

function orderOf(before: string | undefined, after: string | undefined): DateOrder | undefined {
  if (before === "year") return undefined;
  if (before === "day") return "dmy";
  return after === "day" ? "mdy" : undefined;
}

type Marks = { kind: "day" | "month" | "year"; value: number }[];

/** Days before their month, as in lines that put the day first. */
function groupedByMonth(marks: Marks): Marks {
  const moved: Marks = [];
  for (const mark of marks) {
    const month = moved.findLastIndex(({ kind }) => kind === "month");
    if (mark.kind === "day" && month !== -1) moved.splice(month, 0, mark);
    else moved.push(mark);
  }
  return moved;
}

function pointsOf(marks: Marks): Point[] {
  const points: Point[] = [];
  let days: number[] = [];
  for (const { kind, value } of marks) {
    if (kind === "day") days.push(value);
    else if (kind === "month") {
      points.push({ month: value, year: 0, days });
      days = [];
    } else for (const point of points) if (point.year === 0) point.year = value;
  }
  return points.filter(({ year }) => year > 0);
}

function edgesOf({ year, month, days }: Point): string[] {
  const first = new Date(Date.UTC(year, month - 1, 1)).toISOString().slice(0, 10);
  if (days.length > 0) return days.map((day) => addDays(first, day - 1));
  const next = new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
  return [first, fromDayNumber(toDayNumber(next) - 1)];
}
