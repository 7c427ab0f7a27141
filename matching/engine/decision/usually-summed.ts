import type { CandidatePairs } from "../compare/candidate-pairs";
import { isIdentity } from "../compare/score";
import { exp2 } from "../exp2";
import { seriesOf } from "../grouping/batch-rates";
import { wordsOf } from "../grouping/tags";
import type { PayoutItem, RecordSet } from "../records/records";
import type { DecidedSet, PairProposal } from "./outcome";

/** Lines that the share of all lines counts for, before a word's own are counted. */
const STRENGTH = 4;
/** Less doubt than this, in bits, changes no decision. */
const MIN_DOUBT = 0.5;

/**
 * A customer's payment is less likely that of a line such as these books record in totals: all but few of a terminal's
 * charges are in the totals of its days. How likely that is follows from the words of the lines' descriptions. Identities
 * are beyond doubt. O(words of the matched lines).
 * @param proposals accepted pairs; `probability` and `isUsuallySummed` are modified in place
 */
export function doubtUsuallySummed(
  proposals: readonly PairProposal[],
  sets: readonly DecidedSet[],
  pairs: CandidatePairs,
  records: RecordSet,
): void {
  const { strings } = records;
  const totals = sets.filter(({ absenceWeight = 0 }) => absenceWeight > 0);
  if (totals.length === 0) return;
  const ofTotals = new Set(totals.flatMap(({ rows }) => rows.map((row) => seriesOf(row, strings))));
  // A day's single sale is recorded as its totals are.
  const single = proposals.filter(
    ({ item, row }) => item.line && !ofTotals.has(seriesOf(row, strings)),
  );
  const shares = new SummedShares();
  for (const { items, probability, absenceWeight = 0 } of sets) {
    for (const item of items) shares.count(item, probability, absenceWeight > 0 ? probability : 0);
  }
  for (const { item, probability } of single) shares.count(item, probability, 0);
  for (const each of single) {
    const doubt = shares.doubt(each.item);
    if (doubt < MIN_DOUBT || isIdentity(pairs.comparison(each.pair))) continue;
    const odds = each.probability / (1 - each.probability) / exp2(doubt);
    each.probability = odds / (1 + odds);
    each.isUsuallySummed = true;
  }
}

/** Expected numbers of lines. */
interface Count {
  matched: number;
  summed: number;
}

/** Which share of the lines with a word in their description is recorded in totals. */
class SummedShares {
  private readonly all: Count = { matched: 0, summed: 0 };
  private readonly byWord = new Map<string, Count>();

  count(item: PayoutItem, matched: number, summed: number): void {
    for (const word of wordsOf(item)) {
      const count = this.byWord.get(word) ?? { matched: 0, summed: 0 };
      this.byWord.set(word, count);
      count.matched += matched;
      count.summed += summed;
    }
    this.all.matched += matched;
    this.all.summed += summed;
  }

  /** @returns bits by which a line of its own is rarer among lines with one of the item's words than among all */
  doubt(item: PayoutItem): number {
    const share = this.all.summed / this.all.matched;
    let most = share;
    for (const word of wordsOf(item)) {
      const { matched, summed } = this.byWord.get(word) ?? { matched: 0, summed: 0 };
      most = Math.max(most, (summed + share * STRENGTH) / (matched + STRENGTH));
    }
    return Math.log2((1 - share) / (1 - most));
  }
}
