import type { FeeModel } from "./fees";
import type { Experience } from "./history";
import type { NameLevel } from "./prior";
import type { Entry, Rows, Unit } from "./rows";
import type { Scorer } from "./score";
import type { FeeRate } from "./tariffs";

/** Rows that are still without a sure partner, and what is needed to judge sets of them. */
export interface OpenRows {
  rows: Rows;
  units: Unit[];
  entries: Entry[];
  scorer: Scorer;
  fees: FeeModel;
  experience: Experience;
  /** The pairs that lay claim to open rows. */
  claims?: ReadonlyMap<Unit | Entry, Claim> | undefined;
}

export interface Claim {
  unit: Unit;
  entry: Entry;
  probability: number;
}

/** All payments of some days, all that carry one reference, or some payments of a day. */
export type WayToPayOut = "days" | "reference" | "loose";

/** What a set consists of and what speaks for it, in bits. */
export interface SetFacts {
  units: Unit[];
  entries: Entry[];
  level: "sum_gross" | "sum_net" | "sum_less_fee";
  /** How often, before its sum is looked at, just this set is the right one. */
  priorBits: number;
  /** Log2 of how unlikely it is that these amounts add up by chance. */
  sumBits: number;
  /** What the set is all of: "payments of 2026-03-02"; null when rows of its kind stay outside. */
  completeAs: string | null;
  completeBits: number;
  name: NameLevel;
  nameBits: number;
  /** What a reference says that all members share. */
  referenceBits?: number;
  lag: number;
  dateBits: number;
  /** What speaks for the set in every line that has no payment of its own. */
  absenceBits?: number;
  /** The fee that was taken off the payments of a deposit. */
  fee?: FeeRate | null;
  /** By what its payments belong into a deposit without lines. */
  way?: WayToPayOut;
}

/** Several rows that explain each other by their sum. */
export interface SetProposal extends SetFacts {
  /** Log2 odds against "these have nothing to do with each other". */
  bits: number;
  /** Against all other sets that want one of its rows, and against none. */
  probability: number;
}

const MOST_SUM_BITS = 24;
const LEAST_DOUBT = 1e-6;
/** Coarser than this no price list is. */
const COARSEST = 10_000;

export function propose(open: OpenRows, facts: SetFacts): SetProposal {
  const { priorBits, sumBits, completeBits, nameBits, dateBits, referenceBits = 0 } = facts;
  const bits =
    priorBits +
    sumBits +
    completeBits +
    nameBits +
    dateBits +
    referenceBits -
    lostBits(open, facts);
  return { ...facts, bits, probability: probabilityOf(bits) };
}

/**
 * Bits of an exact sum: what the total could have been instead, in steps of the coarsest unit that
 * divides all amounts. Large, uneven totals rarely meet by chance.
 */
export function sumBits(amounts: readonly number[], total: number): number {
  return Math.min(MOST_SUM_BITS, Math.log2(Math.max(1, Math.abs(total) / grainOf(amounts))));
}

/** What is lost with the pairs that a set breaks up; a pair that is a part of the set is no loss. */
function lostBits({ claims }: OpenRows, { units, entries, absenceBits = 0 }: SetFacts): number {
  if (!claims || claims.size === 0) return 0;
  const broken = new Set<Claim>();
  for (const unit of units) {
    const claim = claims.get(unit);
    if (claim && !entries.includes(claim.entry)) broken.add(claim);
  }
  for (const entry of entries) {
    const claim = claims.get(entry);
    if (claim && !units.includes(claim.unit)) broken.add(claim);
  }
  let bits = 0;
  for (const { probability } of broken) {
    const odds = probability / Math.max(1 - probability, LEAST_DOUBT);
    bits += Math.max(0, Math.log2(odds) - absenceBits);
  }
  return bits;
}

/** What reaches the payout of lines; `isStated` is false where a fee had to be guessed. */
export function netOf(
  { fees }: OpenRows,
  units: readonly Unit[],
): { net: number; isStated: boolean } {
  let net = 0;
  let isStated = true;
  for (const unit of units) {
    const { line, gross } = unit;
    const isKnown = !line || line.net !== undefined || line.fee !== undefined || gross < 0;
    const rate = isKnown ? null : fees.rateFor(unit);
    net += rate ? fees.net(gross, 1, rate) : unit.net;
    if (rate) isStated = false;
  }
  return { net, isStated };
}

function grainOf(amounts: readonly number[]): number {
  let grain = COARSEST;
  for (const amount of amounts) {
    let [a, b] = [grain, Math.abs(amount)];
    while (b !== 0) [a, b] = [b, a % b];
    grain = a;
    if (grain === 1) break;
  }
  return grain;
}

/** log2 odds → probability. */
export function probabilityOf(bits: number): number {
  return 1 / (1 + 2 ** -bits);
}
