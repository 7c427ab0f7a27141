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
  const places = placesByItem(items, proposals);
  /** The first line of the payout that a proposal was looked at for, by place. */
  const seenFor = new Array<PayoutItem>(proposals.length);
  const sure = new Set<Decided>();
  for (const lines of payoutsOf(items)) {
    const [first] = lines;
    const whole: Decided[] = [];
    let isWhole = true;
    for (const line of lines) {
      const place = places[line.index] ?? -1;
      const proposal = proposals[place];
      isWhole &&= proposal !== undefined || line.gross < 0;
      if (!proposal || !first || seenFor[place] === first) continue;
      seenFor[place] = first;
      whole.push(proposal);
    }
    if (isWhole && isSure(whole)) for (const each of whole) sure.add(each);
  }
  return sure;
}

/** @returns the place of each item's proposal, by PayoutItem.index; −1 for none */
function placesByItem(items: readonly PayoutItem[], proposals: readonly Decided[]): Int32Array {
  let size = 0;
  for (const { index } of items) size = Math.max(size, index + 1);
  const places = new Int32Array(size).fill(-1);
  for (const [place, proposal] of proposals.entries()) {
    for (const { index } of "items" in proposal ? proposal.items : [proposal.item]) {
      places[index] = place;
    }
  }
  return places;
}

/** The lines that a payment could explain, of each payout. @param items those of a payout follow each other */
function* payoutsOf(items: readonly PayoutItem[]): Generator<PayoutItem[]> {
  let lines: PayoutItem[] = [];
  for (const item of items) {
    if (!item.line || !item.isLinkable) continue;
    if (lines[0] && lines[0].deposit.id !== item.deposit.id) {
      yield lines;
      lines = [];
    }
    lines.push(item);
  }
  if (lines.length > 0) yield lines;
}

function isSure(proposals: Iterable<Decided>): boolean {
  let allRight = 1;
  for (const { probability, decision, isEligible } of proposals) {
    if (decision !== "auto" && !isEligible) return false;
    allRight *= probability;
  }
  return allRight >= MIN_WHOLE_PAYOUT_PROBABILITY;
}
