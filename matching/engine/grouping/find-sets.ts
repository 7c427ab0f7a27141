import { MIN_SUGGEST_PROBABILITY } from "../parameters";
import type { LedgerRow, PayoutItem } from "../records/records";
import { findBatches } from "./batches";
import { findCompanionSets } from "./by-companion";
import { findCustomerSets } from "./by-customer";
import { findHouseholdSets } from "./by-household";
import { findNumberedSets } from "./by-numbered-payments";
import { findOrderSets } from "./by-order";
import { findPayerSets } from "./by-payer";
import { PayoutSearch } from "./find-payout-sets";
import { minimalSet } from "./minimal-sets";
import { rankAgainstRivals } from "./rivals";
import type { OpenRecords, SetProposal } from "./set-proposal";

/**
 * Probability that a set needs in each round: once the most probable sets are accepted, the rest is
 * easier to separate. The first round only learns how deposits of each source are usually made up.
 */
const ROUNDS = [Number.POSITIVE_INFINITY, 0.98, 0.9, 0.75, MIN_SUGGEST_PROBABILITY] as const;
const MIN_LIKELY_PROBABILITY = 0.9;
/** Sets of at least this probability are accepted first, in at most so many passes per round. */
const SURE = { probability: 0.995, passes: 4 } as const;

/**
 * Many-to-one, one-to-many and many-to-many matches among the open records: payments that share a
 * line, lines that share a payment, payments that make up a deposit without lines.
 * @param open records without a confident pair
 * @returns disjoint sets in order of acceptance; of rival sets that are equally likely none
 */
export function findSets(open: OpenRecords): SetProposal[] {
  const accepted: SetProposal[] = [];
  const taken = new Set<PayoutItem | LedgerRow>();
  const isOpen = (record: PayoutItem | LedgerRow) => !taken.has(record);
  const ofCustomers = [
    ...findCustomerSets(open),
    ...findHouseholdSets(open),
    ...findPayerSets(open),
    ...findOrderSets(open),
    ...findNumberedSets(open),
    ...findCompanionSets(open),
    ...findBatches(open),
  ].flatMap((set) => minimalSet(open, set) ?? []);
  let likely: SetProposal[] = [];
  const payouts = new PayoutSearch(open);
  for (const minProbability of ROUNDS) {
    const rest = {
      ...open,
      items: open.items.filter(isOpen),
      rows: open.rows.filter(isOpen),
    };
    const candidates = [
      ...ofCustomers.filter(({ items, rows }) => items.every(isOpen) && rows.every(isOpen)),
      ...payouts.find(rest, [...accepted, ...likely]),
    ];
    const worth = candidates.filter((set) => set.weight > 0 && !hasDismissedPair(open, set));
    const areOpen = ({ items, rows }: SetProposal) => items.every(isOpen) && rows.every(isOpen);
    const accept = (sets: readonly SetProposal[], least: number) => {
      const before = accepted.length;
      for (const set of sets) {
        if (set.probability < least || !areOpen(set)) continue;
        for (const record of [...set.items, ...set.rows]) taken.add(record);
        accepted.push(set);
      }
      return accepted.length > before;
    };
    let judged = rankAgainstRivals(worth);
    // What is sure leaves the rest fewer rivals.
    for (let pass = 0; pass < SURE.passes && minProbability < 1; pass++) {
      if (!accept(judged, SURE.probability)) break;
      judged = rankAgainstRivals(worth.filter(areOpen));
    }
    likely = judged.filter((set) => set.probability >= MIN_LIKELY_PROBABILITY);
    accept(judged, minProbability);
  }
  return accepted.map((set) => (payouts.isFeeProved(set) ? { ...set, level: "sum_net" } : set));
}

function hasDismissedPair({ pastDecisions }: OpenRecords, { items, rows }: SetProposal): boolean {
  return items.some((item) => rows.some((row) => pastDecisions.isDismissed(item, row)));
}
