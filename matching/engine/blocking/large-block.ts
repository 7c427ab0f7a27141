import { column } from "../collections/column";
import { lowerBound } from "../collections/lower-bound";
import { PostingLists } from "../collections/posting-lists";
import type { LedgerRow } from "../records/records";
import type { StringTable } from "../text/string-table";
import { blockingKeys } from "./keys";

const MAX_PER_WORD = 64;
/** Of the keys in common, the rarest so many are looked at. */
const MAX_KEYS = 4;
const NO_ROWS: readonly LedgerRow[] = [];

/**
 * A block of ledger rows with one amount that is too large to compare completely: found by words of
 * the name, or by nearness in time.
 */
export class CandidateBlock {
  private readonly byKey: PostingLists;
  private readonly unnamed: DayList;
  private readonly all: DayList;

  /** @param members rows sorted by day */
  constructor(members: readonly LedgerRow[], strings: StringTable) {
    this.all = new DayList(members);
    this.unnamed = new DayList(
      members.filter(({ name, email }) => email === "" && strings.form(name) === undefined),
    );
    const keys = (row: LedgerRow | undefined) => (row ? blockingKeys(row, strings) : []);
    this.byKey = new PostingLists(members.length, (place) => keys(members[place]));
  }

  /**
   * Rows on the days first … last with a blocking key in common: those of the rarest key, which
   * identifies the customer, and of the next ones in case the first is misspelled.
   */
  namesakes(keys: readonly number[], first: number, last: number): readonly LedgerRow[] {
    const { rows, days } = this.all;
    const begin = lowerBound(days, first);
    const end = lowerBound(days, last + 1);
    const lists: { from: number; to: number }[] = [];
    for (const key of keys) {
      const from = this.byKey.place(key, begin);
      const to = this.byKey.endOf(key, from, end);
      if (to > from) lists.push({ from, to });
    }
    if (lists.length === 0) return NO_ROWS;
    lists.sort((a, b) => a.to - a.from - (b.to - b.from));
    const found: LedgerRow[] = [];
    for (const [i, { from, to }] of lists.slice(0, MAX_KEYS).entries()) {
      if (to - from > MAX_PER_WORD / (i + 1)) continue;
      for (let place = from; place < to; place++) {
        const row = rows[this.byKey.at(place)];
        if (row) found.push(row);
      }
    }
    return found;
  }

  /**
   * The nearest rows in time, at most `count`: of the rows without a customer if the item has one,
   * otherwise of all.
   */
  nearest(isNamed: boolean, day: number, count: number): readonly LedgerRow[] {
    const { rows, days } = isNamed ? this.unnamed : this.all;
    const found: LedgerRow[] = [];
    let right = lowerBound(days, day);
    let left = right - 1;
    for (let taken = 0; taken < count && (left >= 0 || right < rows.length); taken++) {
      const before = day - (days[left] ?? Number.NEGATIVE_INFINITY);
      const after = (days[right] ?? Number.POSITIVE_INFINITY) - day;
      const row = after <= before ? rows[right++] : rows[left--];
      if (row) found.push(row);
    }
    return found;
  }
}

/** Rows sorted by day, and their days. */
class DayList {
  readonly days: Int32Array;

  constructor(readonly rows: readonly LedgerRow[]) {
    this.days = column(rows, ({ day }) => day);
  }
}
