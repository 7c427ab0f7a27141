import type { CandidatePairs } from "../compare/candidate-pairs";
import { isIdentity } from "../compare/score";
import { exp2 } from "../exp2";
import { seriesOf } from "../grouping/batch-rates";
import { wordsOf } from "../grouping/tags";
import type { PayoutItem, RecordSet } from "../records/records";
import type { DecidedSet, PairProposal } from "./outcome";

/** Lines that the overall share counts for in that of a word. */
const STRENGTH = 4;
/** Of longer descriptions the first words. */
const MAX_WORDS = 8;
/** Some lines are always matched one by one. */
const MAX_SHARE = 1 - 2 ** -20;
const DIGIT = /\d/;
/** Less doubt than this, in bits, changes no decision. */
const MIN_DOUBT = 0.5;

/**
 * Lowers the probability of pairs whose line is of a kind that these books record in totals, such as the charges of a
 * terminal that is entered once a day. The kind is read from the words of the description, and the share of totals is
 * learned from the sets. Pairs with the same id are left alone. O(matched lines).
 * @param proposals accepted pairs; `probability`, `isUsuallySummed` and `isEligible` are modified in place
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
  const rowsOfTotals = totals.flatMap(({ rows }) => rows);
  const customers = new Set(rowsOfTotals.map(({ name }) => name));
  const ofTotals = new Set(rowsOfTotals.map((row) => seriesOf(row, strings)));
  // A day's single sale is recorded as its totals are.
  const single = proposals.filter(
    ({ item, row }) =>
      item.line && !(customers.has(row.name) && ofTotals.has(seriesOf(row, strings))),
  );
  const shares = new SummedShares();
  for (const { items, probability, absenceWeight = 0 } of sets) {
    for (const item of items) shares.count(item, probability, absenceWeight > 0 ? probability : 0);
  }
  for (const { item, probability } of single) shares.count(item, probability, 0);
  for (const each of single) {
    const doubt = shares.doubt(each.item);
    if (doubt < MIN_DOUBT || isIdentity(pairs.comparison(each.pair))) continue;
    const { probability } = each;
    each.probability = probability / (probability + (1 - probability) * exp2(doubt));
    each.isUsuallySummed = true;
    // That all other lines of the payout are matched proves nothing: the total may be missing.
    each.isEligible = false;
  }
}

/** Expected numbers of lines. */
interface Count {
  matched: number;
  summed: number;
}

/** The counts of a description's words and of the pairs of them. */
interface Described {
  words: readonly { own: Count; pairs: readonly Count[] }[];
  /** Each once. */
  all: ReadonlySet<Count>;
}

/**
 * The share of lines recorded in totals, by the words of their descriptions and by pairs of words: Visa charges may be
 * in totals at the front desk only.
 */
class SummedShares {
  private readonly all: Count = { matched: 0, summed: 0 };
  private readonly counts = new Map<string, Count>();

  /** What descriptions say; many lines have the same. */
  private readonly known = new Map<string, Described>();

  count(item: PayoutItem, matched: number, summed: number): void {
    for (const count of this.described(item).all) add(count, matched, summed);
    add(this.all, matched, summed);
  }

  /** @returns bits: how much rarer lines like the item are matched one by one than lines in general */
  doubt(item: PayoutItem): number {
    const share = Math.min(MAX_SHARE, this.all.summed / this.all.matched);
    let most = share;
    for (const { own, pairs } of this.described(item).words) {
      const ofWord = shrunk(own, share);
      let least = ofWord;
      for (const pair of pairs) least = Math.min(least, shrunk(pair, ofWord));
      most = Math.max(most, least);
    }
    return Math.log2((1 - share) / (1 - most));
  }

  private described(item: PayoutItem): Described {
    const description = item.line?.description ?? "";
    let known = this.known.get(description);
    if (!known) {
      const named = namedIn(item);
      const words = named.map((word) => ({
        own: this.of(word),
        pairs: named.map((other) => this.of(bothOf(word, other))),
      }));
      known = { words, all: new Set(words.flatMap(({ own, pairs }) => [own, ...pairs])) };
      this.known.set(description, known);
    }
    return known;
  }

  private of(key: string): Count {
    let known = this.counts.get(key);
    if (!known) {
      known = { matched: 0, summed: 0 };
      this.counts.set(key, known);
    }
    return known;
  }
}

function add(count: Count, matched: number, summed: number): void {
  count.matched += matched;
  count.summed += summed;
}

function shrunk({ matched, summed }: Count, share: number): number {
  return (summed + share * STRENGTH) / (matched + STRENGTH);
}

/** Words of a description, but no numbers. */
function namedIn(item: PayoutItem): string[] {
  return [...wordsOf(item)].filter((word) => !DIGIT.test(word)).slice(0, MAX_WORDS);
}

function bothOf(word: string, other: string): string {
  return word < other ? `${word} ${other}` : `${other} ${word}`;
}
