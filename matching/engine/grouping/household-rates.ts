import type { LedgerRow, PayoutItem } from "../records/records";
import { posteriors } from "./posteriors";

/** How the payments of a sum are recorded: all of the household's of one day, some of them, or days apart. */
export const RECORDED = { wholeDay: 0, oneDay: 1, week: 2, twoWeeks: 3, longer: 4 } as const;
export type Recorded = (typeof RECORDED)[keyof typeof RECORDED];
/** Longest gap between two neighboring payments, in days. */
const GAPS = [
  [7, RECORDED.week],
  [15, RECORDED.twoWeeks],
] as const;
/** Before any data: shares of the ways in which sums are recorded, and sums by chance; the sums they count for. */
const PRIOR = {
  sums: [0.65, 0.15, 0.12, 0.05, 0.03],
  chance: [0.05, 0.1, 0.35, 0.2, 0.3],
  single: { sums: 0.6, chance: 0.5 },
  strength: 40,
} as const;
/** Prior share of the open lines that are sums, or parts of one, and its strength in lines. */
const SUMS = { share: 1 / 16, strength: 20 } as const;
const PASSES = 5;

/** A sum that may be right. */
export interface Candidate {
  /** The line or the payment that is recorded as several. */
  of: PayoutItem | LedgerRow;
  /** Match weight without what is learned here, in bits. */
  weight: number;
  recorded: Recorded;
  /** Whether all payments are of one customer. */
  isSingle: boolean;
  /** A payment carries the line's own id: how common sums are does not matter. */
  isIdentified: boolean;
}

/** @returns how far apart payments are recorded that are not all of one day */
export function spreadOf(rows: readonly LedgerRow[]): Recorded {
  const days = rows.map(({ day }) => day).sort((a, b) => a - b);
  let longest = 0;
  for (let i = 1; i < days.length; i++) {
    longest = Math.max(longest, (days[i] ?? 0) - (days[i - 1] ?? 0));
  }
  return GAPS.find(([most]) => longest <= most)?.[1] ?? RECORDED.longer;
}

/**
 * How common sums of a household's payments are in these books, and how their payments are recorded, other than those
 * of sums that agree by chance: estimated from the candidates by expectation maximization and shrunk to the prior.
 */
export class HouseholdRates {
  private share: number = SUMS.share;
  private weights = weightsOf(
    priorCounts(PRIOR.sums, PRIOR.single.sums),
    priorCounts(PRIOR.chance, PRIOR.single.chance),
  );

  /** @param records number of open lines */
  constructor(candidates: readonly Candidate[], records: number) {
    for (let pass = 0; pass < PASSES; pass++) {
      const sums = priorCounts(PRIOR.sums, PRIOR.single.sums);
      const chance = priorCounts(PRIOR.chance, PRIOR.single.chance);
      let all = 0;
      const weightOf = (one: Candidate) => one.weight + this.priorWeight(one);
      for (const [one, probability] of posteriors(candidates, ({ of }) => of, weightOf)) {
        const at = classOf(one);
        all += probability;
        sums[at] = (sums[at] ?? 0) + probability;
        chance[at] = (chance[at] ?? 0) + 1 - probability;
      }
      this.share = (all + SUMS.share * SUMS.strength) / (records + SUMS.strength);
      this.weights = weightsOf(sums, chance);
    }
  }

  /** @returns log2 odds of a line being a sum that is recorded so, rather than one by chance, in bits */
  priorWeight(candidate: Candidate): number {
    const odds = candidate.isIdentified ? 1 : this.share / (1 - this.share);
    return Math.log2(odds) + (this.weights[classOf(candidate)] ?? 0);
  }
}

function classOf({ recorded, isSingle }: Candidate): number {
  return recorded * 2 + Number(isSingle);
}

function priorCounts(shares: readonly number[], single: number): number[] {
  return shares.flatMap((share) => [
    share * (1 - single) * PRIOR.strength,
    share * single * PRIOR.strength,
  ]);
}

function weightsOf(sums: readonly number[], chance: readonly number[]): number[] {
  const ratio = sumOf(chance) / sumOf(sums);
  return sums.map((count, at) => Math.log2((count / (chance[at] ?? 1)) * ratio));
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
