import { EquivalenceClasses } from "../collections/equivalence-classes";
import type { CandidatePairs } from "../compare/candidate-pairs";
import { booksClassOf } from "../records/interchangeable";
import type { PayoutItem, RecordSet } from "../records/records";
import type { PairProposal } from "./outcome";

/** Less probable partners don't make a class incomplete. */
const NEGLIGIBLE = 0.001;

/** What is chosen of a class in one payout, and what its lines could have of it. */
interface Share {
  chosen: number;
  probability: number;
  /** The first row; −1 for none. */
  row: number;
  others: Set<number> | undefined;
  /** A line that has nothing else could have been paid. */
  hasOpenLine: boolean;
}

function rowsOf({ row, others }: Share): number {
  return (row === -1 ? 0 : 1) + (others?.size ?? 0);
}

/** What doesn't change which payments are in the books, as numbers: equal ones for rows that stand for each other. */
export class BooksClasses {
  private readonly classes = new EquivalenceClasses();
  private readonly known: number[] = [];

  /**
   * @param rows those of an earlier call, and further ones
   * @param kept how many of them are the same in every call
   * @returns by LedgerRow.index
   */
  of({ rows, strings }: Pick<RecordSet, "rows" | "strings">, kept: number): Int32Array {
    const classes = new Int32Array(rows.length);
    for (const row of rows) {
      const known = this.known[row.index] ?? this.classes.of(booksClassOf(row, strings));
      if (row.index < kept) this.known[row.index] = known;
      classes[row.index] = known;
    }
    return classes;
  }
}

/**
 * Probability of proposed pairs that the books are right with them. Which of one customer's equal payments a Deposit links
 * changes no balance, and neither does which of a payout's lines has which of its payments.
 * O(candidate pairs).
 * @param proposals at most one per record
 * @param probabilities marginal probability by pair
 * @param items those of a payout follow each other
 * @param classes by row, see {@link BooksClasses}
 * @returns 0 to 1, by pair, of those that aren't certain anyway
 */
export function probabilitiesInBooks(
  proposals: readonly Pick<PairProposal, "pair" | "probability">[],
  pairs: CandidatePairs,
  probabilities: Float64Array,
  items: readonly PayoutItem[],
  classes: Int32Array,
): Map<number, number> {
  const unsure = proposals.flatMap(({ pair, probability }) => (probability < 1 ? pair : []));
  const payouts = payoutsOf(items);
  const shares = new Map<number, Share>();
  // As small as can be: larger numbers are slower keys.
  let stride = 1;
  for (const each of classes) stride = Math.max(stride, each + 1);
  const keyOf = (pair: number) =>
    (payouts[pairs.itemOf(pair)] ?? 0) * stride + (classes[pairs.rowOf(pair)] ?? 0);
  for (const pair of unsure) {
    const none = { chosen: 0, probability: 0, row: -1, others: undefined, hasOpenLine: false };
    shares.set(keyOf(pair), none);
  }
  if (shares.size === 0) return new Map();
  const taken = new Uint8Array(items.length);
  for (const { pair } of proposals) {
    taken[pairs.itemOf(pair)] = 1;
    const share = shares.get(keyOf(pair));
    if (share) share.chosen++;
  }
  for (let pair = 0; pair < pairs.size; pair++) {
    const probability = probabilities[pair] ?? 0;
    if (probability < NEGLIGIBLE) continue;
    const share = shares.get(keyOf(pair));
    if (!share) continue;
    share.probability += probability;
    share.hasOpenLine ||= taken[pairs.itemOf(pair)] !== 1;
    const row = pairs.rowOf(pair);
    if (share.row === -1) share.row = row;
    else if (share.row !== row) share.others = (share.others ?? new Set()).add(row);
  }
  return new Map(
    unsure.map((pair) => {
      const share = shares.get(keyOf(pair));
      const isComplete = share && !share.hasOpenLine && rowsOf(share) <= share.chosen;
      const ofPayout = isComplete ? share.probability / share.chosen : 0;
      return [pair, Math.min(1, Math.max(ofPayout, ofLine(pair, pairs, probabilities, classes)))];
    }),
  );
}

/** That the line's payment is any of the class. */
function ofLine(
  pair: number,
  pairs: CandidatePairs,
  probabilities: Float64Array,
  classes: Int32Array,
): number {
  const [item, own] = [pairs.itemOf(pair), classes[pairs.rowOf(pair)]];
  let sum = 0;
  for (let at = pairs.itemBegin(item); at < pairs.itemEnd(item); at++) {
    const other = pairs.itemPair(at);
    if (classes[pairs.rowOf(other)] === own) sum += probabilities[other] ?? 0;
  }
  return sum;
}

/** Number of the payout by item. */
function payoutsOf(items: readonly PayoutItem[]): Int32Array {
  const payouts = new Int32Array(items.length);
  let [number, last] = [0, ""];
  for (const { index, deposit } of items) {
    if (deposit.id !== last) number++;
    last = deposit.id;
    payouts[index] = number;
  }
  return payouts;
}
