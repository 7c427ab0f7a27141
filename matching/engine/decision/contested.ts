import { type CandidatePairs, stepsToBits } from "../compare/candidate-pairs";
import { isIdentity } from "../compare/score";
import { MIN_SUGGEST_PROBABILITY } from "../parameters";
import type { PayoutItem } from "../records/records";
import type { DecidedSet, PairProposal } from "./outcome";

/**
 * Another line may be the payment's own. The marginals take it that such a rival has a payment elsewhere as far
 * as one fits it; where no match of it is sure, that may fail, because its payment is missing or recorded in
 * another way. So a pair is no surer than if every rival without a sure match had nothing else: the odds are
 * its score against theirs. Interchangeable lines are no rivals, nor are equal charges matched by
 * age. Payments left over are none either, because many payments never had a line.
 * @param items those to decide about
 * @param proposals accepted pairs; `probability` and `isContested` are modified in place
 * @returns the pairs whose probability is lower than before
 */
export function doubtContested(
  items: readonly PayoutItem[],
  proposals: readonly PairProposal[],
  sets: readonly DecidedSet[],
  pairs: CandidatePairs,
  minAutoProbability: number,
): PairProposal[] {
  const rivals = new Map<number, PayoutItem>();
  for (const item of items) if (item.isLinkable) rivals.set(item.index, item);
  for (const { item, pair, decision } of proposals) {
    if (decision === "auto" || isIdentity(pairs.comparison(pair))) rivals.delete(item.index);
  }
  for (const { items: matched, decision } of sets) {
    if (decision === "auto") for (const { index } of matched) rivals.delete(index);
  }
  const contested: PairProposal[] = [];
  for (const each of proposals) {
    if (each.decision !== "auto" || each.exchange) continue;
    const probability = 1 / (1 + rivalOdds(each, pairs, rivals));
    if (probability >= each.probability) continue;
    // Of the two, the marginals prefer this one.
    each.probability = Math.max(MIN_SUGGEST_PROBABILITY, probability);
    each.isContested = probability < minAutoProbability;
    contested.push(each);
  }
  return contested;
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
    odds += 2 ** stepsToBits(pairs.scoreOf(other) - pairs.scoreOf(pair));
  }
  return odds;
}
