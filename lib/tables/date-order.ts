import { daysBetween } from "@/lib/dates";
import { type DateOrder, dateText, dayIn } from "./date-text";
import { TableError } from "./errors";
import type { TitlePeriod } from "./period";

/** First and last day of rows. */
export interface DaySpan {
  from: string;
  to: string;
}

/** What else speaks for an order, when the rows leave more than one. */
export interface OrderClues {
  titles: readonly TitlePeriod[];
  /** The days of the file on the other side. */
  near: DaySpan | undefined;
  /** The table is in US dollars. */
  isAmerican: boolean;
}

/** A date whose order nothing tells. */
export interface UndecidedDate {
  text: string;
  row: number;
  readings: { order: DateOrder; day: string }[];
}

/** The day that a text is in each order in which it is one. */
export type DaysByOrder = Partial<Record<DateOrder, string>>;

interface Seen {
  text: string;
  row: number;
  days: DaysByOrder;
}

const ORDERS: DateOrder[] = ["mdy", "dmy", "ymd"];
const MOST_TEXTS = 50_000;
/** Sorted by chance under the wrong order: one time in sixty. */
const SORTED_DAYS = 5;
/** Books and payouts of the same money are at most so far apart. */
const NEAR_DAYS = 40;
/** One date alone may be near by chance. */
const NEAR_DATES = 4;
const YEAR_DAYS = 370;

/** Learns from all dates of a table in which order they are written. */
export class DateOrderEvidence {
  private readonly seen = new Map<string, Seen>();
  private readonly sorted = new Map<DateOrder, Sorted>();
  private readonly possible = new Set(ORDERS);
  private readonly excludedBy = new Map<DateOrder, Seen>();

  /** @returns null when the text isn't three numbers of a date in some order */
  see(text: string, row: number): DaysByOrder | null {
    const known = this.seen.get(text);
    const seen = known ?? toSeen(text, row);
    if (!seen) return null;
    if (!known && this.seen.size < MOST_TEXTS) this.seen.set(text, seen);
    for (const order of ORDERS) {
      const day = seen.days[order];
      if (day !== undefined) this.sortedIn(order).see(day);
      else if (this.possible.delete(order)) this.excludedBy.set(order, seen);
    }
    return seen.days;
  }

  /**
   * @returns the order, and the first date that it decides without proof
   * @throws TableError when no order fits all
   */
  decide(clues: OrderClues): { order: DateOrder; undecided: UndecidedDate | null } {
    if (this.possible.size === 0) throw new TableError(this.contradiction());
    const plausible = this.withoutFarYears([...this.possible]);
    const differing = [...this.seen.values()].find(
      ({ days }) => new Set(plausible.map((order) => days[order])).size > 1,
    );
    const [first = "mdy"] = plausible;
    if (!differing) return { order: first, undecided: null };
    const left = this.byClues(plausible, clues);
    const [order = first, ...others] = left;
    const readings = left.map((one) => ({ order: one, day: differing.days[one] ?? "" }));
    const { text, row } = differing;
    return { order, undecided: others.length === 0 ? null : { text, row, readings } };
  }

  private byClues(plausible: DateOrder[], { titles, near, isAmerican }: OrderClues): DateOrder[] {
    let left = plausible;
    const keep = (wanted: DateOrder[]) => {
      const kept = left.filter((order) => wanted.includes(order));
      if (kept.length > 0) left = kept;
    };
    keep(this.within(titles));
    if (left.length === 1) return left;
    const written = new Set(titles.flatMap(({ order }) => order ?? []));
    const sorted = left.filter((order) => this.sortedIn(order).isSorted);
    const close = near ? this.close(near, left) : [];
    // Titles in English put the month first in countries too that write days first in numbers.
    const agreeing = [...written].filter((order) => left.includes(order));
    const [title] = agreeing;
    if (title && agreeing.length === 1) {
      const others = [sorted, close].filter((clue) => clue.length === 1);
      const agrees = others.every(([order]) => order === title);
      if (agrees && (title === "dmy" || isAmerican || others.length > 0)) return [title];
      return [title, ...left.filter((order) => order !== title)];
    }
    const isLong = left.some((order) => this.sortedIn(order).days >= SORTED_DAYS);
    if (sorted.length === 1 && isLong && (close.length !== 1 || close[0] === sorted[0]))
      return sorted;
    return close.length === 1 && sorted.length !== 1 ? close : left;
  }

  /** The orders under which every date lies in the period of the title. */
  private within(titles: readonly TitlePeriod[]): DateOrder[] {
    const { from, to } = titles.find((title) => title.from !== undefined) ?? {};
    if (from === undefined || to === undefined) return [];
    const dates = [...this.seen.values()];
    return ORDERS.filter((order) =>
      dates.every(({ days }) => {
        const day = days[order];
        return day !== undefined && day >= from && day <= to;
      }),
    );
  }

  /** The order whose days are near the other file's, where those of the others mostly are not. */
  private close(near: DaySpan, orders: DateOrder[]): DateOrder[] {
    const dates = [...this.seen.values()];
    if (dates.length < NEAR_DATES) return [];
    const shareOf = (order: DateOrder) => {
      const inside = dates.filter(({ days }) => isNear(days[order], near));
      return inside.length / dates.length;
    };
    const shares = orders.map((order) => ({ order, share: shareOf(order) }));
    const best = shares.filter(({ share }) => share >= 0.9);
    const rest = shares.filter(({ share }) => share < 0.9);
    return best.length === 1 && rest.every(({ share }) => share <= 0.5)
      ? best.map(({ order }) => order)
      : [];
  }

  /** With years of two digits, an order under which the dates are decades apart is none where another's are close. */
  private withoutFarYears(orders: DateOrder[]): DateOrder[] {
    if (!orders.includes("ymd")) return orders;
    const most = Math.min(...orders.map((order) => this.sortedIn(order).span)) * 4 + YEAR_DAYS;
    const close = orders.filter((order) => this.sortedIn(order).span <= most);
    const yearLast = close.filter((order) => order !== "ymd");
    return yearLast.length > 0 && this.seen.size < 3 ? yearLast : close;
  }

  private sortedIn(order: DateOrder): Sorted {
    const known = this.sorted.get(order) ?? new Sorted();
    this.sorted.set(order, known);
    return known;
  }

  private contradiction(): string {
    const [month, day] = [this.excludedBy.get("dmy"), this.excludedBy.get("mdy")];
    if (!month || !day || month === day) return "its dates are in no order of day, month and year";
    return `"${month.text}" (row ${month.row}) puts the month first, "${day.text}" (row ${day.row}) the day. Export the report in one format.`;
  }
}

/** Whether days come in order, and how far they reach. */
class Sorted {
  private last = "";
  private rises = true;
  private falls = true;
  private min = "9999-12-31";
  private max = "";
  days = 0;

  see(day: string): void {
    if (day === this.last) return;
    if (this.last !== "") {
      if (day < this.last) this.rises = false;
      else this.falls = false;
    }
    this.last = day;
    this.days++;
    if (day < this.min) this.min = day;
    if (day > this.max) this.max = day;
  }

  get isSorted(): boolean {
    return this.days > 1 && (this.rises || this.falls);
  }

  get span(): number {
    return this.days === 0 ? Number.POSITIVE_INFINITY : daysBetween(this.min, this.max);
  }
}

function isNear(day: string | undefined, { from, to }: DaySpan): boolean {
  if (day === undefined) return false;
  return daysBetween(from, day) >= -NEAR_DAYS && daysBetween(day, to) >= -NEAR_DAYS;
}

function toSeen(text: string, row: number): Seen | null {
  const date = dateText(text);
  if (!date || "day" in date) return null;
  const days: DaysByOrder = {};
  for (const order of ORDERS) {
    const day = dayIn(order, date.numbers);
    if (day !== null) days[order] = day;
  }
  return Object.keys(days).length === 0 ? null : { text, row, days };
}
