import { groupRows } from "./grouped";

/**
 * Rows in groups, each group in the order of days: finds and counts the rows of a group in a range of
 * days by binary search. Typed columns, as there may be millions.
 */
export class DayGroups {
  /** Row numbers, group by group, day by day. */
  readonly rows: Int32Array;
  private readonly days: Int32Array;
  private readonly starts: Int32Array;
  /** Running totals of the rows' mass, from the start of each group, this row included. */
  private readonly totals: Float64Array;

  /**
   * @param groupOf group of each row, 0 … groups − 1; −1 leaves a row out
   * @param dayOf day of each row
   */
  constructor(groups: number, groupOf: Int32Array, dayOf: Int32Array) {
    const { starts, rows } = groupRows(groupOf, groups);
    this.starts = starts;
    this.rows = rows;
    for (let group = 0; group < groups; group++) {
      const [from, to] = this.range(group);
      if (to - from < 2) continue;
      this.rows.subarray(from, to).sort((a, b) => (dayOf[a] ?? 0) - (dayOf[b] ?? 0) || a - b);
    }
    this.days = this.rows.map((row) => dayOf[row] ?? 0);
    this.totals = new Float64Array(rows.length);
  }

  /** Sets what each row weighs in {@link mass}. */
  weigh(massOf: (row: number) => number): void {
    for (let group = 0; group + 1 < this.starts.length; group++) {
      const [from, to] = this.range(group);
      let total = 0;
      for (let i = from; i < to; i++) {
        total += massOf(this.rows[i] ?? 0);
        this.totals[i] = total;
      }
    }
  }

  /** Places of a group in {@link rows}: [from, to). */
  range(group: number): [number, number] {
    return [this.starts[group] ?? 0, this.starts[group + 1] ?? 0];
  }

  /** Places of a group's rows on the days first … last. */
  between(group: number, first: number, last: number): [number, number] {
    const [from, to] = this.range(group);
    return [this.place(from, to, first), this.place(from, to, last + 1)];
  }

  /** What a group's rows on the days first … last weigh together. */
  mass(group: number, first: number, last: number): number {
    const [from, to] = this.between(group, first, last);
    if (from === to) return 0;
    const before = from > (this.starts[group] ?? 0) ? (this.totals[from - 1] ?? 0) : 0;
    return (this.totals[to - 1] ?? 0) - before;
  }

  dayAt(place: number): number {
    return this.days[place] ?? 0;
  }

  private place(from: number, to: number, day: number): number {
    let low = from;
    let high = to;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.days[middle] ?? 0) < day) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
