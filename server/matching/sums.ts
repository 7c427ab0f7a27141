import { findBatches } from "./batches";
import { findDepositSets } from "./deposit-sets";
import type { Entry, Unit } from "./normalize";
import { SUGGEST_PROBABILITY } from "./prior";
import type { OpenRows, SetProposal } from "./set-proposal";
import { findSplits } from "./splits";

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
