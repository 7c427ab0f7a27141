import { column } from "../collections/column";
import { type GroupedIndices, groupIndices } from "../collections/grouped-indices";
import type { CandidatePairs } from "./candidate-pairs";

/** Only pairs at least this probable are counted, so that the counts stay few. */
export const MIN_COUNTED = 0.5;
const NO_CUSTOMER = -1;

/** The probable pairs of rows with a ledger customer, from which it is learned who pays for whom. */
export class CountedPairs {
  private readonly items: Int32Array;
  private readonly customers: Int32Array;
  private readonly probabilities: Float64Array;
  /** What {@link CountedPairs.countOwn} counted last. */
  readonly own = { all: 0, times: 0 };
  private readonly byItem: GroupedIndices;
  private readonly byRow: GroupedIndices;

  /**
   * O(pairs).
   * @param probabilities by pair
   * @param customerOf ledger customer by LedgerRow.index; −1 for none
   * @param items number of items
   */
  constructor(
    pairs: CandidatePairs,
    probabilities: Float64Array,
    customerOf: Int32Array,
    items: number,
  ) {
    const counted: number[] = [];
    for (let pair = 0; pair < pairs.size; pair++) {
      if ((probabilities[pair] ?? 0) < MIN_COUNTED) continue;
      if (customerOf[pairs.rowOf(pair)] !== NO_CUSTOMER) counted.push(pair);
    }
    const rows = column(counted, (pair) => pairs.rowOf(pair));
    this.items = column(counted, (pair) => pairs.itemOf(pair));
    this.customers = rows.map((row) => customerOf[row] ?? NO_CUSTOMER);
    this.probabilities = Float64Array.from(counted, (pair) => probabilities[pair] ?? 0);
    this.byItem = groupIndices(this.items, items);
    this.byRow = groupIndices(rows, customerOf.length);
  }

  /** Each pair in order. */
  *[Symbol.iterator](): Generator<{ item: number; customer: number; probability: number }> {
    for (let at = 0; at < this.items.length; at++) {
      const [item = 0, customer = NO_CUSTOMER] = [this.items[at], this.customers[at]];
      yield { item, customer, probability: this.probabilities[at] ?? 0 };
    }
  }

  /**
   * Counts what the pairs of an item, and those of a row with the same payer, add to the payer's counts, into {@link own}:
   * an object for each of millions of pairs would be garbage.
   * @param item PayoutItem.index
   * @param row LedgerRow.index
   * @param payers payer of each item
   * @param payer the item's
   * @param customer the row's ledger customer
   */
  countOwn(item: number, row: number, payers: Int32Array, payer: number, customer: number): void {
    const { items, customers, probabilities, byItem, byRow } = this;
    let all = 0;
    let times = 0;
    for (let place = byItem.starts[item] ?? 0; place < (byItem.starts[item + 1] ?? 0); place++) {
      const at = byItem.members[place] ?? 0;
      all += probabilities[at] ?? 0;
      if (customers[at] === customer) times += probabilities[at] ?? 0;
    }
    for (let place = byRow.starts[row] ?? 0; place < (byRow.starts[row + 1] ?? 0); place++) {
      const at = byRow.members[place] ?? 0;
      const other = items[at] ?? item;
      if (other === item || payers[other] !== payer) continue;
      all += probabilities[at] ?? 0;
      if (customers[at] === customer) times += probabilities[at] ?? 0;
    }
    this.own.all = all;
    this.own.times = times;
  }
}
