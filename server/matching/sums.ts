import { findBatches } from "./batches";
import { findDepositSets } from "./deposit-sets";
import type { FeeModel } from "./fees";
import type { Experience } from "./history";
import type { Entry, Rows, Unit } from "./normalize";
import type { NameLevel } from "./prior";
import { SUGGEST_PROBABILITY } from "./prior";
import type { Scorer } from "./score";
import { findSplits } from "./splits";
import { commonDivisor } from "./subset-sum";

/** Rows that are still without a sure partner, and what is needed to judge sets of them. */
export interface OpenRows {
  rows: Rows;
  units: Unit[];
  entries: Entry[];
  scorer: Scorer;
  fees: FeeModel;
  experience: Experience;
}

/** Several rows that explain each other by their sum. */
export interface SetProposal {
  units: Unit[];
  entries: Entry[];
  level: "sum_gross" | "sum_net" | "sum_less_fee";
  /** Log2 of how unlikely it is that these amounts add up by chance. */
  sumBits: number;
  /** What the set is all of: "payments of 2026-03-02"; null when rows of its kind stay outside. */
  completeAs: string | null;
  completeBits: number;
  name: NameLevel;
  nameBits: number;
  lag: number;
  dateBits: number;
  probability: number;
}

const MOST_SUM_BITS = 14;

/** Bits of an exact sum: large, uneven totals rarely meet by chance; every way tried costs. */
export function sumBits(amounts: number[], waysTriedBits: number): number {
  const divisor = commonDivisor(amounts);
  let total = 0;
  for (const amount of amounts) total += Math.abs(amount);
  return Math.min(MOST_SUM_BITS, Math.log2(Math.max(1, total / divisor))) - waysTriedBits;
}

/** log2 odds → probability. */
export function probabilityOf(bits: number): number {
  return 1 / (1 + 2 ** -bits);
}

/**
 * Sets among the open rows: payments that share one line, lines that share one payment, payments
 * that make up a deposit without lines. Each row is in at most one set; sets of like probability
 * that want the same row are a tie, and nobody gets it.
 */
export function findSets(open: OpenRows): SetProposal[] {
  const proposals = [...findSplits(open), ...findBatches(open), ...findDepositSets(open)].filter(
    (set) => set.probability >= SUGGEST_PROBABILITY && !hasDismissedPair(open, set),
  );
  proposals.sort((a, b) => b.probability - a.probability || compareKeys(a, b));
  const claims = new Map<Unit | Entry, SetProposal>();
  const accepted = new Set<SetProposal>();
  for (const set of proposals) {
    const members = [...set.units, ...set.entries];
    const holders = new Set(members.flatMap((row) => claims.get(row) ?? []));
    for (const row of members) if (!claims.has(row)) claims.set(row, set);
    if (holders.size === 0) accepted.add(set);
    for (const holder of holders) {
      if (isSameSet(holder, set) || holder.probability > (1 + set.probability) / 2) continue;
      accepted.delete(holder);
    }
  }
  return [...accepted];
}

function hasDismissedPair({ experience }: OpenRows, { units, entries }: SetProposal): boolean {
  return units.some((unit) => entries.some((entry) => experience.isDismissed(unit, entry)));
}

function isSameSet(a: SetProposal, b: SetProposal): boolean {
  return keyOf(a) === keyOf(b);
}

function compareKeys(a: SetProposal, b: SetProposal): number {
  const [left, right] = [keyOf(a), keyOf(b)];
  return left === right ? 0 : left < right ? -1 : 1;
}

function keyOf({ units, entries }: SetProposal): string {
  const ids = (rows: { index: number }[]) => rows.map((row) => row.index).sort((a, b) => a - b);
  return `${ids(units).join()}|${ids(entries).join()}`;
}
