import { lowerBound } from "../collections/lower-bound";
import type { LedgerRow } from "../records/records";
import type { StringTable } from "../text/string-table";
import { blockingKeys } from "./keys";

const MAX_PER_WORD = 64;

/**
 * A block of ledger rows with one amount that is too large to compare completely: found by words of
 * the name, or by nearness in time.
 */
export class CandidateBlock {
  private readonly byKey = new Map<string, DayList>();
  private readonly unnamed = new DayList();
  private readonly all = new DayList();

  /** @param members rows sorted by day */
  constructor(members: readonly LedgerRow[], strings: StringTable) {
    for (const row of members) {
      const { name, email } = row;
      this.all.push(row);
      for (const key of blockingKeys(row, strings)) this.listOf(key).push(row);
      if (email === "" && strings.form(name) === undefined) this.unnamed.push(row);
    }
  }

  /**
   * Rows on the days first … last with a blocking key in common: those of the rarest key, which
   * identifies the customer, and of the next one in case the first is misspelled.
   */
  *namesakes(keys: ReadonlySet<string>, first: number, last: number): Generator<LedgerRow> {
    const ranges: { list: DayList; from: number; to: number }[] = [];
    for (const key of keys) {
      const list = this.byKey.get(key);
      if (!list) continue;
      const from = lowerBound(list.days, first);
      const to = lowerBound(list.days, last + 1);
      if (to > from) ranges.push({ list, from, to });
    }
    ranges.sort((a, b) => a.to - a.from - (b.to - b.from));
    for (const [i, { list, from, to }] of ranges.slice(0, 4).entries()) {
      if (to - from > MAX_PER_WORD / (i + 1)) continue;
      for (let at = from; at < to; at++) {
        const row = list.rows[at];
        if (row) yield row;
      }
    }
  }

  /**
   * The nearest rows in time, at most `count`: of the rows without a customer if the item has one,
   * otherwise of all.
   */
  *nearest(isNamed: boolean, day: number, count: number): Generator<LedgerRow> {
    const { rows, days } = isNamed ? this.unnamed : this.all;
    let right = lowerBound(days, day);
    let left = right - 1;
    for (let taken = 0; taken < count && (left >= 0 || right < rows.length); taken++) {
      const before = day - (days[left] ?? Number.NEGATIVE_INFINITY);
      const after = (days[right] ?? Number.POSITIVE_INFINITY) - day;
      const row = after <= before ? rows[right++] : rows[left--];
      if (row) yield row;
    }
  }

  private listOf(key: string): DayList {
    let list = this.byKey.get(key);
    if (!list) {
      list = new DayList();
      this.byKey.set(key, list);
    }
    return list;
  }
}

/** Rows sorted by day, and their days. */
class DayList {
  readonly rows: LedgerRow[] = [];
  readonly days: number[] = [];

  push(row: LedgerRow): void {
    this.rows.push(row);
    this.days.push(row.day);
  }
}
