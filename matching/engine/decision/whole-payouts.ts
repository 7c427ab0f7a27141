import { append } from "../collections/append";
import type { MatchOptions } from "../contract";
import { WHOLE_PAYOUT } from "../parameters";
import type { PayoutItem } from "../records/records";
import type { DecidedSet, PairProposal } from "./outcome";

type Decided = PairProposal | DecidedSet;

/**
 * Decides each payout as a whole: where every line has a proposal and the probability that all are
 * right is high enough, all are matched automatically, also those that alone would be suggested. A
 * payout with one doubtful line needs a person in any case, so its lines stay as they were decided.
 * @param items all payout items
 * @param proposals accepted pairs and sets; `decision` is modified in place
 */
export function decideWholePayouts(
  items: PayoutItem[],
  proposals: readonly Decided[],
  { algorithm }: MatchOptions,
): void {
  if (algorithm !== "smart") return;
  const proposalOf = new Map<PayoutItem, Decided>();
  for (const proposal of proposals) {
    for (const item of "items" in proposal ? proposal.items : [proposal.item]) {
      proposalOf.set(item, proposal);
    }
  }
  const payouts = new Map<string, PayoutItem[]>();
  for (const item of items) {
    if (item.line && item.isLinkable) append(payouts, item.deposit.id, item);
  }
  for (const lines of payouts.values()) {
    const whole = new Set(lines.flatMap((item) => proposalOf.get(item) ?? []));
    const isWhole = lines.every((item) => proposalOf.has(item) || item.gross < 0);
    if (isWhole && isSure([...whole])) for (const each of whole) each.decision = "auto";
  }
}

function isSure(proposals: readonly Decided[]): boolean {
  let allRight = 1;
  for (const { probability, decision, isEligible } of proposals) {
    if (decision !== "auto" && (!isEligible || probability < WHOLE_PAYOUT.minProbability)) {
      return false;
    }
    allRight *= probability;
  }
  return allRight >= WHOLE_PAYOUT.minAllRight;
}
