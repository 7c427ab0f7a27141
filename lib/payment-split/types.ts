import type { SettlementDeposit } from "@/lib/settlement";

export interface SplitDeposit {
  id: number;
  /** Minor units. */
  settlement: SettlementDeposit;
}

export interface SplitPayment {
  id: string;
  /** Signed, minor units. */
  amount: number;
  /** Payments with the same value are interchangeable. */
  twins: string;
}

/** Payment id → deposit id. */
export type Placement = ReadonlyMap<string, number>;

/**
 * one: the only solution. none: no solution. several: several solutions, or too many to search; `placed`
 * then holds the certain part.
 */
export type Split =
  | { kind: "one"; placed: Placement }
  | { kind: "none" }
  | { kind: "several"; placed: Placement };
