import { EquivalenceClasses } from "../collections/equivalence-classes";
import type { CandidatePairs } from "../compare/candidate-pairs";
import { booksClassOf } from "../records/interchangeable";
import type { PayoutItem, RecordSet } from "../records/records";

/** Less probable partners don't make a class incomplete. */
const NEGLIGIBLE = 0.001;

/** What is chosen of a class in one payout, and what its lines could have of it. */
interface Share {
  chosen: number;
  probability: number;
  rows: Set<number>;
  /** A line that has nothing else could have been paid. */
  hasOpenLine: boolean;
}

/**
 * Probability of chosen pairs that the books are right with them. Which of one customer's equal payments a Deposit links
 * changes no balance, and neither does which of a payout's lines has which of its payments.
 * O(candidate pairs).
 * @param chosen at most one pair per record
 * @param probabilities marginal probability by pair
 * @returns 0 to 1, by chosen pair
 */
export function probabilitiesInBooks(
  chosen: Iterable<number>,
  pairs: CandidatePairs,
  probabilities: Float64Array,
  { items, rows, strings }: RecordSet,
): Map<number, number> {
  const customers = new EquivalenceClasses();
  const classes = Int32Array.from(rows, (row) => customers.of(booksClassOf(row, strings)));
  const payouts = payoutsOf(items);
  // By payout, then by class of the rows: one number of both would be too large for a small integer.
  const shares: (Map<number, Share> | undefined)[] = [];
  const shareOf = (pair: number) =>
    shares[payouts[pairs.itemOf(pair)] ?? 0]?.get(classes[pairs.rowOf(pair)] ?? 0);
  const all = [...chosen];
  const taken = new Set(all.map((pair) => pairs.itemOf(pair)));
  for (const pair of all) {
    const payout = payouts[pairs.itemOf(pair)] ?? 0;
    const ofPayout = shares[payout] ?? new Map<number, Share>();
    shares[payout] = ofPayout;
    const ofClass = classes[pairs.rowOf(pair)] ?? 0;
    const share = ofPayout.get(ofClass) ?? {
      chosen: 0,
      probability: 0,
      rows: new Set(),
      hasOpenLine: false,
    };
    share.chosen++;
    ofPayout.set(ofClass, share);
  }
  for (let pair = 0; pair < pairs.size; pair++) {
    const probability = probabilities[pair] ?? 0;
    if (probability < NEGLIGIBLE) continue;
    const share = shareOf(pair);
    if (!share) continue;
    share.probability += probability;
    share.hasOpenLine ||= !taken.has(pairs.itemOf(pair));
    share.rows.add(pairs.rowOf(pair));
  }
  return new Map(
    all.map((pair) => {
      const share = shareOf(pair);
      const isComplete = share && !share.hasOpenLine && share.rows.size <= share.chosen;
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
  const payouts = new Map<string, number>();
  return Int32Array.from(items, ({ deposit }) => {
    const payout = payouts.get(deposit.id) ?? payouts.size;
    payouts.set(deposit.id, payout);
    return payout;
  });
}
