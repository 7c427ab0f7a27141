import { MIN_SUGGEST_PROBABILITY } from "../parameters";
import type { LedgerRow, PayoutItem } from "../records/records";
import { findBatches } from "./batches";
import { findCustomerSets } from "./by-customer";
import { findDayRangeSets } from "./by-day-range";
import { findHouseholdSets } from "./by-household";
import { findPayerSets } from "./by-payer";
import { findReferenceSets } from "./by-reference";
import { dayPools, MIN_CLAIM_PROBABILITY, RowOrigins } from "./day-pools";
import { findDaySubsets } from "./day-subsets";
import { observedFees } from "./fee-inference";
import { minimalSet } from "./minimal-sets";
import { PayoutSources } from "./payout-sources";
import { rankAgainstRivals } from "./rivals";
import type { OpenRecords, SetProposal } from "./set-proposal";

/**
 * Probability that a set needs in each round: once the most probable sets are accepted, the rest is
 * easier to separate. The first round only learns how deposits of each source are usually made up.
 */
const ROUNDS = [Number.POSITIVE_INFINITY, 0.98, 0.9, 0.75, MIN_SUGGEST_PROBABILITY] as const;
const MIN_LIKELY_PROBABILITY = 0.9;

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
    ...findBatches(open),
  ].flatMap((set) => minimalSet(open, set) ?? []);
  let likely: SetProposal[] = [];
  const origins = new RowOrigins(open.records.strings);
  const sources = new PayoutSources(open, feesOfOpenDeposits(open, origins));
  for (const minProbability of ROUNDS) {
    sources.learnFrom([...accepted, ...likely]);
    const rest = {
      ...open,
      items: open.items.filter(isOpen),
      rows: open.rows.filter(isOpen),
    };
    const candidates = [
      ...ofCustomers.filter(({ items, rows }) => items.every(isOpen) && rows.every(isOpen)),
      ...findPayoutSets(rest, origins, sources),
    ];
    const judged = rankAgainstRivals(
      candidates.filter((set) => set.weight > 0 && !hasDismissedPair(open, set)),
    );
    likely = judged.filter((set) => set.probability >= MIN_LIKELY_PROBABILITY);
    for (const set of judged) {
      const members = [...set.items, ...set.rows];
      if (set.probability < minProbability || !members.every(isOpen)) continue;
      for (const record of members) taken.add(record);
      accepted.push(set);
    }
  }
  return accepted;
}

/** Sets that make up a deposit without lines, unless a pair does. */
function findPayoutSets(
  open: OpenRecords,
  origins: RowOrigins,
  sources: PayoutSources,
): SetProposal[] {
  const rest = { ...open, items: open.items.filter((item) => !item.line && !isPaired(open, item)) };
  if (rest.items.length === 0) return [];
  const pools = dayPools(open);
  return [
    ...findDayRangeSets(rest, pools, origins, sources),
    ...findReferenceSets(rest, sources),
    ...findDaySubsets(rest, pools, sources),
  ];
}

function feesOfOpenDeposits(open: OpenRecords, origins: RowOrigins) {
  const items = open.items.filter((item) => !item.line && !isPaired(open, item));
  return observedFees({ ...open, items }, items.length > 0 ? dayPools(open) : new Map(), origins);
}

function isPaired({ claims }: OpenRecords, item: PayoutItem): boolean {
  const claim = claims?.get(item);
  return (
    claim !== undefined &&
    claim.probability >= MIN_CLAIM_PROBABILITY &&
    claim.row.amount === item.gross
  );
}

function hasDismissedPair({ pastDecisions }: OpenRecords, { items, rows }: SetProposal): boolean {
  return items.some((item) => rows.some((row) => pastDecisions.isDismissed(item, row)));
}
