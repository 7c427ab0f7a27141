import { append } from "../collections/append";
import { lowerBound } from "../collections/lower-bound";
import type { LedgerRow, PayoutItem } from "../records/records";
import { DEPOSIT_DAYS, MAX_PAYMENTS } from "./near-payments";
import type { PayoutFees } from "./payout-fees";
import type { PayoutHabits } from "./payout-habits";
import { addsUp, type Group, isOfSameSize, isPlausible, toSetProposal } from "./payout-sets";
import type { OpenRecords, SetProposal } from "./set-proposal";

const MAX_REFERENCE_WEIGHT = 10;
/** Days of a batch, at most: a number that recurs after weeks is no batch number. */
const MAX_DAYS = 10;

/** All open payments that carry one reference. */
interface Batch extends Group {
  /** Gross, minor units. */
  total: number;
  /** First day of its payments. */
  day: number;
}

/** Batches sorted by their first day, and these days. */
interface DayBatches {
  batches: Batch[];
  days: number[];
}

const NO_BATCHES: DayBatches = { batches: [], days: [] };

/**
 * Finds deposits without lines that are all open payments with one reference: a batch, an invoice.
 * @returns proposals in the order of the deposits; they may share records
 */
export function findReferenceSets(
  open: OpenRecords,
  habits: PayoutHabits,
  fees: PayoutFees,
): SetProposal[] {
  const batches = batchesOf(open);
  return open.items.flatMap((item) => [
    ...setsOfItem(open, item, batches.get(item.currency) ?? NO_BATCHES, habits, fees),
  ]);
}

function* setsOfItem(
  open: OpenRecords,
  item: PayoutItem,
  { batches, days }: DayBatches,
  habits: PayoutHabits,
  fees: PayoutFees,
): Generator<SetProposal> {
  const from = lowerBound(days, item.day - DEPOSIT_DAYS.before);
  const to = lowerBound(days, item.day + DEPOSIT_DAYS.after + 1);
  const groups = batches.slice(from, to).filter(({ total }) => isOfSameSize(total, item));
  const schedules = groups.length > 0 ? fees.schedulesOf(item) : [];
  for (const { total, day: _, ...group } of groups) {
    if (!isPlausible(total, item)) continue;
    for (const schedule of schedules) {
      if (!addsUp(group.rows, item, schedule)) continue;
      const [first] = group.rows;
      const shared = first ? open.scorer.reference(item, first).weight : 0;
      const priorWeight =
        habits.ruleWeight(item, "reference") - (shared > 0 ? 0 : Math.log2(groups.length));
      const referenceMatchWeight = Math.min(MAX_REFERENCE_WEIGHT, shared);
      yield toSetProposal(open, item, { ...group, priorWeight, referenceMatchWeight }, schedule);
    }
  }
}

/** Open payments with the same reference, by currency, ordered by their first day. */
function batchesOf(open: OpenRecords): Map<string, DayBatches> {
  const byReference = new Map<string, LedgerRow[]>();
  for (const row of open.rows) {
    for (const reference of row.references) {
      append(byReference, `${row.currency} ${reference}`, row);
    }
  }
  const batches = new Map<string, Batch[]>();
  for (const [key, rows] of byReference) {
    if (rows.length < 2 || rows.length > MAX_PAYMENTS) continue;
    const days = rows.map(({ day }) => day);
    const day = Math.min(...days);
    if (Math.max(...days) - day >= MAX_DAYS) continue;
    const [currency = "", reference = ""] = key.split(" ");
    const name = open.records.strings.referenceKeys[Number(reference)] ?? "";
    const total = rows.reduce((sum, { amount }) => sum + amount, 0);
    const completeAs = `open payments with reference ${name}`;
    append(batches, currency, { rows, completeAs, priorWeight: 0, rule: "reference", total, day });
  }
  const sorted = new Map<string, DayBatches>();
  for (const [currency, some] of batches) {
    some.sort((a, b) => a.day - b.day);
    sorted.set(currency, { batches: some, days: some.map(({ day }) => day) });
  }
  return sorted;
}
