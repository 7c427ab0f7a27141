import { type Cluster, clustersOf } from "./clusters";
import { type EqualSums, equalSums } from "./equal-sums";
import { lagPriorBits } from "./lags";
import { Nameless } from "./nameless";
import type { Tie } from "./relations";
import type { Entry, Unit } from "./rows";
import { type OpenRows, propose, type SetProposal, sumBits } from "./set-proposal";
import { choiceBits } from "./subset-sum";

const MOST_PAYMENTS = 14;
const MOST_NAME_BITS = 12;
const MOST_REFERENCE_BITS = 10;
/** How often an open line of a known customer is a part of a set: by what it is a set of. */
const PRIOR_BITS = { split: -14, batch: -14, both: -17 } as const;
/** Each further member is rarer. */
const MEMBER_BITS = -1;
const NET_BITS = -3;
/** Parts of one sum lie close to each other: [days apart at most, bits]. */
const GAP_BITS = [
  [0, 3],
  [7, 1],
  [15, -1.5],
] as const;
const FAR_BITS = -3;
/** References from here on tell a customer's payments apart. */
const ENOUGH_REFERENCE_BITS = 7;
const COMPLETE_AS = {
  split: "open payments of this customer",
  batch: "open lines of this customer in this payout",
  both: "open lines and payments of this customer",
};

/**
 * Sets whose members a customer or a reference ties together: one line that was booked as several
 * payments, several lines of one deposit that were booked as one payment, or divided otherwise. One
 * row of them may lack the name.
 */
export function findCustomerSets(open: OpenRows): SetProposal[] {
  const nameless = new Nameless(open);
  return clustersOf(open).flatMap((cluster) => setsOf(open, cluster, nameless));
}

function setsOf(open: OpenRows, cluster: Cluster, nameless: Nameless): SetProposal[] {
  const all = new Set(cluster.flatMap(({ ties }) => [...ties.keys()]));
  if (cluster.length + all.size < 2) return [];
  const units = cluster.map(({ unit }) => unit);
  const near = [...all]
    .sort((a, b) => distance(units, a) - distance(units, b) || a.index - b.index)
    .slice(0, MOST_PAYMENTS);
  return equalSums(open, units, near, nameless).flatMap(
    (one) => setOf(open, one, cluster, all.size) ?? [],
  );
}

function setOf(
  open: OpenRows,
  { units, entries, level, namelessBits }: EqualSums,
  cluster: Cluster,
  payments: number,
): SetProposal | null {
  const isWithNameless = namelessBits < 0;
  const ties = entries.flatMap((entry) => strongestTie(cluster, units, entry) ?? []);
  if (ties.length < entries.length - (isWithNameless ? 1 : 0)) return null;
  const weakest = ties.reduce((a, b) => (b.bits < a.bits ? b : a), ties[0] ?? NO_TIE);
  const gaps = gapsOf(units, entries);
  const [k, n] = [units.length, entries.length];
  const kind = k === 1 ? "split" : n === 1 ? "batch" : "both";
  const choices =
    (n > 1 ? choiceBits(payments, n) : 0) + (k > 1 ? choiceBits(cluster.length, k) : 0);
  const amounts = [...entries.map(({ amount }) => amount), ...units.map(({ gross }) => gross)];
  const total = entries.reduce((sum, { amount }) => sum + amount, 0);
  const isAll = (k === 1 || k >= cluster.length) && (n === 1 || n >= payments);
  // Lines of one customer need no name on the payment to belong together.
  const nameBits =
    ties.length === 0 ? MOST_NAME_BITS : weakest.bits - Math.max(0, weakest.referenceBits);
  return propose(open, {
    units,
    entries,
    level,
    priorBits:
      PRIOR_BITS[kind] +
      (ties.length === 0 ? MOST_NAME_BITS : 0) +
      MEMBER_BITS * (k + n - 3) +
      (level === "sum_gross" ? 0 : NET_BITS) +
      namelessBits,
    sumBits: sumBits(level === "sum_gross" ? amounts : [total], total) - choices,
    completeAs: isWithNameless
      ? null
      : isAll
        ? COMPLETE_AS[kind]
        : allOfReference(cluster, units, entries),
    completeBits: 0,
    name: weakest.name,
    nameBits: ties.length === 0 ? 0 : Math.min(MOST_NAME_BITS, nameBits),
    referenceBits: isWithNameless
      ? 0
      : Math.min(MOST_REFERENCE_BITS, ...ties.map((tie) => Math.max(0, tie.referenceBits))),
    lag: gaps.lag,
    dateBits: lagPriorBits(gaps.nearest, k === 1 && !units[0]?.line) + gaps.bits,
  });
}

/** They all share a reference with the lines, and no other payment does. */
function allOfReference(cluster: Cluster, units: Unit[], entries: Entry[]): string | null {
  const referring = new Set<Entry>();
  for (const { unit, ties } of cluster) {
    if (!units.includes(unit)) continue;
    for (const { entry, referenceBits } of ties.values()) {
      if (referenceBits >= ENOUGH_REFERENCE_BITS) referring.add(entry);
    }
  }
  const isAll = referring.size === entries.length && entries.every((entry) => referring.has(entry));
  return isAll ? "open payments with this reference" : null;
}

const NO_TIE: Pick<Tie, "name" | "bits" | "referenceBits"> = {
  name: "unknown",
  bits: 0,
  referenceBits: 0,
};

function strongestTie(cluster: Cluster, units: Unit[], entry: Entry): Tie | null {
  let best: Tie | null = null;
  for (const { unit, ties } of cluster) {
    const tie = units.includes(unit) ? ties.get(entry) : undefined;
    if (tie && (!best || tie.bits > best.bits)) best = tie;
  }
  return best;
}

/** The lags of the nearest and the farthest payment, and how closely the payments follow each other. */
function gapsOf(units: Unit[], entries: Entry[]): { nearest: number; lag: number; bits: number } {
  const lags = entries.map((entry) => lagOf(units, entry)).sort((a, b) => a - b);
  const nearest = lags.reduce((a, b) => (Math.abs(b) < Math.abs(a) ? b : a));
  const lag = lags.reduce((a, b) => (Math.abs(b) > Math.abs(a) ? b : a));
  let bits = 0;
  for (let i = 1; i < lags.length; i++) {
    const gap = (lags[i] ?? 0) - (lags[i - 1] ?? 0);
    bits += GAP_BITS.find(([days]) => gap <= days)?.[1] ?? FAR_BITS;
  }
  return { nearest, lag, bits };
}

function lagOf(units: Unit[], entry: Entry): number {
  const lags = units.map((unit) => entry.day - unit.day);
  return lags.reduce((a, b) => (Math.abs(b) < Math.abs(a) ? b : a));
}

function distance(units: Unit[], entry: Entry): number {
  return Math.abs(lagOf(units, entry));
}
