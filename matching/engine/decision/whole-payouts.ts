import { append } from "../collections/append";
import { MIN_WHOLE_PAYOUT_PROBABILITY } from "../parameters";
import type { PayoutItem } from "../records/records";
import type { DecidedSet, PairProposal } from "./outcome";

type Decided = PairProposal | DecidedSet;

/**
 * Decides each payout as a whole: where every line has a proposal and the probability that the books are right with all
 * of them is high enough, all are matched automatically, also those that alone would be suggested. A payout with one
 * doubtful line needs a person in any case. Refunds without a receipt wait for none: they have an account.
 * @param items all payout items
 * @param proposals accepted pairs and sets
 * @returns those of sure payouts
 */
export function decideWholePayouts(
  items: readonly PayoutItem[],
  proposals: readonly Decided[],
): Set<Decided> {
  const proposalOf = new Array<Decided | undefined>(items.length);
  for (const proposal of proposals) {
    for (const item of "items" in proposal ? proposal.items : [proposal.item]) {
      proposalOf[item.index] = proposal;
    }
  }
  const payouts = new Map<string, PayoutItem[]>();
  for (const item of items) {
    if (item.line && item.isLinkable) append(payouts, item.deposit.id, item);
  }
  const sure = new Set<Decided>();
  for (const lines of payouts.values()) {
    const whole = new Set(lines.flatMap(({ index }) => proposalOf[index] ?? []));
    const isWhole = lines.every(({ index, gross }) => proposalOf[index] || gross < 0);
    if (isWhole && isSure(whole)) for (const each of whole) sure.add(each);
  }
  return sure;
}

function isSure(proposals: Iterable<Decided>): boolean {
  let allRight = 1;
  for (const { probability, decision, isEligible } of proposals) {
    if (decision !== "auto" && !isEligible) return false;
    allRight *= probability;
  }
  return allRight >= MIN_WHOLE_PAYOUT_PROBABILITY;
}
