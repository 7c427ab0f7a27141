import type { PayoutItem } from "../records/records";

/** Days between neighboring payments of one sum, at most; longer gaps are the last class. */
const GAPS = [0, 7, 15] as const;
/** Shares of the gaps in sums, and among candidates by chance, before any data; number of gaps they count for. */
const GAP_PRIOR = {
  sums: [0.7, 0.2, 0.06, 0.04],
  chance: [0.3, 0.3, 0.15, 0.25],
  strength: 200,
} as const;
/** Prior share of the open lines that are sums of a household's payments, and its strength in lines. */
const SUMS = { share: 1 / 16, strength: 20 } as const;
const PASSES = 5;

/** A sum that may be right. */
export interface Candidate {
  item: PayoutItem;
  /** Match weight without what is learned here, in bits. */
  weight: number;
  /** Number of gaps of each class between its payments. */
  gaps: readonly number[];
  /** A payment carries the line's own id: how common sums are does not matter. */
  isIdentified: boolean;
}

/** @returns number of gaps of each class between days in ascending order */
export function gapsBetween(days: readonly number[]): number[] {
  const counts = [...GAPS, 0].map(() => 0);
  for (let i = 1; i < days.length; i++) {
    const gap = (days[i] ?? 0) - (days[i - 1] ?? 0);
    const found = GAPS.findIndex((most) => gap <= most);
    const at = found < 0 ? GAPS.length : found;
    counts[at] = (counts[at] ?? 0) + 1;
  }
  return counts;
}

/**
 * How common sums of a household's payments are in these books, and how close together their payments are booked:
 * estimated from the candidates by expectation maximization and shrunk to the prior.
 */
export class HouseholdRates {
  private share: number = SUMS.share;
  private gapWeights: number[];

  /** @param lines number of open lines */
  constructor(candidates: readonly Candidate[], lines: number) {
    const chance = shrunk(candidates, () => 1, GAP_PRIOR.chance);
    this.gapWeights = weightsOf(
      shrunk([], () => 0, GAP_PRIOR.sums),
      chance,
    );
    for (let pass = 0; pass < PASSES; pass++) {
      const probabilities = this.probabilities(candidates);
      let sums = 0;
      for (const probability of probabilities.values()) sums += probability;
      this.share = (sums + SUMS.share * SUMS.strength) / (lines + SUMS.strength);
      const gaps = shrunk(candidates, (one) => probabilities.get(one) ?? 0, GAP_PRIOR.sums);
      this.gapWeights = weightsOf(gaps, chance);
    }
  }

  /** @returns log2 odds of a line being a sum, in bits */
  priorWeight(isIdentified: boolean): number {
    return isIdentified ? 0 : Math.log2(this.share / (1 - this.share));
  }

  /** @returns bits won or lost by how far the payments of a sum are apart */
  gapWeight(gaps: readonly number[]): number {
    return gaps.reduce((sum, count, at) => sum + count * (this.gapWeights[at] ?? 0), 0);
  }

  /** Each candidate against the others of its line, and against none. */
  private probabilities(candidates: readonly Candidate[]): Map<Candidate, number> {
    const odds = new Map<Candidate, number>();
    const totals = new Map<PayoutItem, number>();
    for (const one of candidates) {
      const weight = one.weight + this.priorWeight(one.isIdentified) + this.gapWeight(one.gaps);
      odds.set(one, 2 ** weight);
      totals.set(one.item, (totals.get(one.item) ?? 1) + 2 ** weight);
    }
    for (const [one, odd] of odds) odds.set(one, odd / (totals.get(one.item) ?? 1));
    return odds;
  }
}

function shrunk(
  candidates: readonly Candidate[],
  probabilityOf: (one: Candidate) => number,
  prior: readonly number[],
): number[] {
  const counts = prior.map((share) => share * GAP_PRIOR.strength);
  let total: number = GAP_PRIOR.strength;
  for (const one of candidates) {
    const probability = probabilityOf(one);
    for (const [at, count] of one.gaps.entries()) {
      counts[at] = (counts[at] ?? 0) + count * probability;
      total += count * probability;
    }
  }
  return counts.map((count) => count / total);
}

function weightsOf(sums: readonly number[], chance: readonly number[]): number[] {
  return sums.map((share, at) => Math.log2(share / (chance[at] ?? 1)));
}
