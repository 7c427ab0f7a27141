import type { FeeModel } from "./fees";
import type { Experience } from "./history";
import type { Entry, Rows, Unit } from "./normalize";
import type { NameLevel } from "./prior";
import type { Scorer } from "./score";
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
