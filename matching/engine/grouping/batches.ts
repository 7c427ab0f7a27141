import type { LedgerRow } from "../records/records";
import { customerOf, DAYS_AROUND, evidenceOfDay, isOfAnother, UNKNOWN } from "./batch-evidence";
import { type Group, groupsOf, groupsOfKinds, variantsOf } from "./batch-groups";
import { findParts } from "./batch-parts";
import { type BatchRate, BatchRates } from "./batch-rates";
import { PaymentsByAmount } from "./payments-by-amount";
import {
  netOf,
  type OpenRecords,
  proposeSet,
  type SetFacts,
  type SetProposal,
  sumWeight,
} from "./set-proposal";

/** Bits lost where the sum is net of fees. */
const NET_WEIGHT = -2;
/** Below this match weight, in bits, a contradiction is rare in these books: a sum alone doesn't outweigh it. */
const UNUSUAL_DETAIL_WEIGHT = -2;
/** For the weights from which the rates are learned. */
const BEFORE_LEARNING: BatchRate = { priorWeight: 0, lagShare: 1, isUsual: false };

/**
 * Finds several lines recorded as one payment regardless of the customers: "card sales of 2 March".
 * Tries complete groups of open lines of one deposit only, because a sum of any subset would prove
 * nothing. O(n).
 * @returns proposals in no particular order; they may share records
 */
export function findBatches(open: OpenRecords): SetProposal[] {
  const byAmount = new PaymentsByAmount(open.rows);
  const groups = groupsOf(open.items);
  const several = groups.flatMap(variantsOf).filter(({ items }) => items.length > 1);
  const sums = [...batchesIn(open, several, byAmount)];
  const known = ofKnownCustomers(open);
  // A payment that one line explains too may be the total of a day with a single sale.
  const gross = new Set(open.records.items.map((item) => `${item.currency}${item.gross}`));
  const unexplained = open.rows.filter((row) => !gross.has(`${row.currency}${row.amount}`));
  const { likely } = learnRates(open, sums, [...unexplained, ...known], byAmount);
  const further = [...batchesIn(open, groupsOfKinds(open.items, groups, likely), byAmount)];
  const rates = learnRates(open, [...sums, ...further], [...open.rows, ...known], byAmount);
  const found = sums.map((each) => propose(open, each, rates.of(each), byAmount));
  const usual = further.flatMap((each) => {
    const rate = rates.of(each);
    return rate.isUsual ? propose(open, each, rate, byAmount) : [];
  });
  return [...found, ...usual, ...findParts(open, several, found)];
}

function learnRates(
  open: OpenRecords,
  batches: readonly Batch[],
  rows: readonly LedgerRow[],
  byAmount: PaymentsByAmount,
): BatchRates {
  const weigh = (each: Batch) => propose(open, each, BEFORE_LEARNING, byAmount).weight;
  const candidates = batches.map((each) => ({ ...each, weight: weigh(each) }));
  return new BatchRates(candidates, rows, open.records.strings);
}

/** Payments that have a line of their customer, and so are no batch. */
function ofKnownCustomers({ linked = [], scorer }: OpenRecords): LedgerRow[] {
  return linked.flatMap(({ item, row }) =>
    scorer.compareCustomers(item, row).weight > 0 ? row : [],
  );
}

/** A group, and a payment of its total. */
interface Batch extends Group {
  row: LedgerRow;
  level: SetFacts["level"];
  total: number;
  lag: number;
}

function* batchesIn(
  open: OpenRecords,
  groups: readonly Group[],
  byAmount: PaymentsByAmount,
): Generator<Batch> {
  for (const group of groups) {
    const gross = group.items.reduce((sum, item) => sum + item.gross, 0);
    const { net, isStated } = netOf(open, group.items);
    yield* batchesOf(group, "sum_gross", gross, byAmount);
    if (net !== gross) {
      yield* batchesOf(group, isStated ? "sum_net" : "sum_less_fee", net, byAmount);
    }
  }
}

function* batchesOf(
  group: Group,
  level: SetFacts["level"],
  total: number,
  byAmount: PaymentsByAmount,
): Generator<Batch> {
  const lastDay = Math.max(...group.items.map((item) => item.day));
  const [first, last] = [lastDay - DAYS_AROUND.before, lastDay + DAYS_AROUND.after];
  const seenClasses = new Set<number>();
  for (const row of byAmount.between(group.items[0]?.currency ?? "", total, first, last)) {
    if (seenClasses.has(row.interchangeClass)) continue;
    seenClasses.add(row.interchangeClass);
    yield { ...group, row, level, total, lag: row.day - lastDay };
  }
}

function propose(
  open: OpenRecords,
  { label, items, row, level, total, lag }: Batch,
  { priorWeight, lagShare, isUsual }: BatchRate,
  byAmount: PaymentsByAmount,
): SetProposal {
  const name = isUsual ? UNKNOWN : customerOf(open, items, row);
  const details = open.scorer.compareBatchDetails(items, row);
  const amounts = level === "sum_gross" ? items.map(({ gross }) => gross) : [total];
  const equal = byAmount.count(row.currency, row.amount);
  return proposeSet(open, {
    items,
    rows: [row],
    level,
    priorWeight: priorWeight + (level === "sum_gross" ? 0 : NET_WEIGHT),
    sumWeight: items.length > 1 ? sumWeight(amounts, total) : Math.log2(open.rows.length / equal),
    completeAs: isUsual ? `${label}, as usual ${underWhom(row)}` : label,
    name: name.level,
    nameMatchWeight: name.weight,
    details: details.level,
    detailMatchWeight: details.weight,
    needsPerson: isOfAnother(name) || details.weight < UNUSUAL_DETAIL_WEIGHT,
    ...evidenceOfDay(open, items, lag, lagShare),
  });
}

function underWhom({ payment: { customerName } }: LedgerRow): string {
  return customerName ? `under "${customerName}"` : "for its memo";
}
