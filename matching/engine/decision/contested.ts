import { exp2 } from "@/matching/engine/exp2";
import { type CandidatePairs, stepsToBits } from "../compare/candidate-pairs";
import { isIdentity } from "../compare/score";
import { MIN_SUGGEST_PROBABILITY } from "../parameters";
import type { PayoutItem } from "../records/records";
import type { DecidedSet, PairProposal } from "./outcome";

/**
 * Another line may be the payment's own. The marginals take it that such a rival has a payment elsewhere as far
 * as one fits it; where no match of it is sure, that may fail, because its payment is missing or recorded in
 * another way: as often as lines have no sure match in these books. Then the odds of a pair are its score against
 * theirs. Interchangeable lines are no rivals, nor are equal charges matched by age. Payments left over are none either,
 * because many payments never had a line.
 * @param items those to decide about
 * @param proposals accepted pairs; `probability` and `isContested` are modified in place
 * @param sure proposals of payouts that were decided as a whole, which stay as they are
 */
export function doubtContested(
  items: readonly PayoutItem[],
  proposals: readonly PairProposal[],
  sets: readonly DecidedSet[],
  pairs: CandidatePairs,
  sure: ReadonlySet<PairProposal | DecidedSet>,
  minAutoProbability: number,
): void {
  const rivals = new Map<number, PayoutItem>();
  for (const item of items) if (item.isLinkable) rivals.set(item.index, item);
  for (const each of proposals) {
    const { item, pair, decision } = each;
    if (decision === "auto" || sure.has(each) || isSameId(pairs, pair)) rivals.delete(item.index);
  }
  for (const set of sets) {
    const { items: matched, decision } = set;
    if (decision === "auto" || sure.has(set)) for (const { index } of matched) rivals.delete(index);
  }
  const share = rivals.size / Math.max(1, items.length);
  for (const each of proposals) {
    if (sure.has(each) || each.exchange || isSameId(pairs, each.pair)) continue;
    const probability = 1 / (1 + rivalOdds(each, pairs, rivals));
    if (probability >= each.probability) continue;
    const doubted = each.probability - share * (each.probability - probability);
    // Of the two, the marginals prefer this one.
    each.probability = Math.max(MIN_SUGGEST_PROBABILITY, doubted);
    each.isContested = each.probability < minAutoProbability;
  }
}

function isSameId(pairs: CandidatePairs, pair: number): boolean {
  return isIdentity({ referenceMatchWeight: pairs.referenceMatchWeightOf(pair) });
}

/** Odds that the payment belongs to one of the rivals, against the pair. */
function rivalOdds(
  { pair, item, row }: PairProposal,
  pairs: CandidatePairs,
  rivals: ReadonlyMap<number, PayoutItem>,
): number {
  let odds = 0;
  for (let at = pairs.rowBegin(row.index); at < pairs.rowEnd(row.index); at++) {
    const other = pairs.rowPair(at);
    const rival = rivals.get(pairs.itemOf(other));
    if (!rival || rival.interchangeClass === item.interchangeClass) continue;
    odds += exp2(stepsToBits(pairs.scoreOf(other) - pairs.scoreOf(pair)));
  }
  return odds;
}
