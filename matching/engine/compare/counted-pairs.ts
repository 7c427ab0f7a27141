import { type GroupedIndices, groupIndices } from "../collections/grouped-indices";
import type { CandidatePairs } from "./candidate-pairs";

/** Only pairs at least this probable are counted, so that the counts stay few. */
export const MIN_COUNTED = 0.5;
const NO_CUSTOMER = -1;

/** A pair whose own share of the counts is asked for. */
interface CountedFor {
  /** PayoutItem.index. */
  item: number;
  /** LedgerRow.index. */
  row: number;
  /** Payer of each item. */
  payers: Int32Array;
  /** The item's. */
  payer: number;
  /** The row's ledger customer. */
  customer: number;
}

/** The probable pairs of rows with a ledger customer, from which it is learned who pays for whom. */
export class CountedPairs {
  private readonly items: Int32Array;
  private readonly customers: Int32Array;
  private readonly probabilities: Float64Array;
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
    const rows = Int32Array.from(counted, (pair) => pairs.rowOf(pair));
    this.items = Int32Array.from(counted, (pair) => pairs.itemOf(pair));
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

  /** What the pairs of an item, and those of a row with the same payer, add to the payer's counts. */
  of({ item, row, payers, payer, customer }: CountedFor): { all: number; times: number } {
    const { items, customers, probabilities, byItem, byRow } = this;
    let [all, times] = [0, 0];
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
    return { all, times };
  }
}
