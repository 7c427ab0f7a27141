import { append } from "./grouping";
import type { Payers } from "./payers";
import {
  DEPOSIT_DAYS,
  type Group,
  isClose,
  isOfSameSize,
  isPlausible,
  MOST_DAYS,
  MOST_PAYMENTS,
  toSet,
} from "./payout";
import type { Entry, Unit } from "./rows";
import type { OpenRows, SetProposal } from "./set-proposal";

const MOST_REFERENCE_BITS = 10;

/** All open payments that carry one reference. */
interface Batch extends Group {
  /** Before fees. */
  total: number;
  /** The first. */
  day: number;
}

/** Deposits without lines that are all payments which carry one number: a batch, an invoice. */
export function findNumberedSets(open: OpenRows, payers: Payers): SetProposal[] {
  const batches = batchesOf(open);
  return open.units.flatMap((unit) => [
    ...ofReference(open, unit, batches.get(unit.currency) ?? [], payers),
  ]);
}

function* ofReference(
  open: OpenRows,
  unit: Unit,
  batches: Batch[],
  payers: Payers,
): Generator<SetProposal> {
  const from = lowerBound(batches, unit.day - DEPOSIT_DAYS.before);
  const to = lowerBound(batches, unit.day + DEPOSIT_DAYS.after + 1);
  const groups = batches.slice(from, to).filter(({ total }) => isOfSameSize(total, unit));
  const tariffs = groups.length > 0 ? payers.tariffsOf(unit) : [];
  for (const { total, day: _, ...group } of groups) {
    if (!isPlausible(total, unit)) continue;
    for (const tariff of tariffs) {
      if (!isClose(group.entries, unit, tariff)) continue;
      const [first] = group.entries;
      const shared = first ? open.scorer.reference(unit, first).bits : 0;
      const priorBits =
        payers.wayBits(unit, "reference") - (shared > 0 ? 0 : Math.log2(groups.length));
      const referenceBits = Math.min(MOST_REFERENCE_BITS, shared);
      yield toSet(open, unit, { ...group, priorBits, referenceBits }, tariff);
    }
  }
}

/** Payments that carry the same reference, by currency, in the order of their first days. */
function batchesOf(open: OpenRows): Map<string, Batch[]> {
  const byReference = new Map<string, Entry[]>();
  for (const entry of open.entries) {
    for (const reference of entry.references) {
      append(byReference, `${entry.currency} ${reference}`, entry);
    }
  }
  const batches = new Map<string, Batch[]>();
  for (const [key, entries] of byReference) {
    if (entries.length < 2 || entries.length > MOST_PAYMENTS) continue;
    const days = entries.map(({ day }) => day);
    const day = Math.min(...days);
    // A number that comes back after weeks is no batch number.
    if (Math.max(...days) - day >= MOST_DAYS) continue;
    const [currency = "", reference = ""] = key.split(" ");
    const name = open.rows.lexicon.referenceKeys[Number(reference)] ?? "";
    const total = entries.reduce((sum, { amount }) => sum + amount, 0);
    const completeAs = `open payments with reference ${name}`;
    append(batches, currency, { entries, completeAs, priorBits: 0, way: "reference", total, day });
  }
  for (const some of batches.values()) some.sort((a, b) => a.day - b.day);
  return batches;
}

/** Index of the first batch that does not begin before `day`. */
function lowerBound(batches: Batch[], day: number): number {
  let low = 0;
  let high = batches.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((batches[middle]?.day ?? 0) < day) low = middle + 1;
    else high = middle;
  }
  return low;
}
