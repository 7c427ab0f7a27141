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
  /** Payments that share it are twins: which of them goes where makes no difference to anybody. */
  twins: string;
}

/** Payment id → deposit id. */
export type Placement = ReadonlyMap<string, number>;

/**
 * one: the only sound way. none: it can't be done. several: more than one way, or too many to look at all;
 * `placed` holds what is certain all the same.
 */
export type Split =
  | { kind: "one"; placed: Placement }
  | { kind: "none" }
  | { kind: "several"; placed: Placement };
