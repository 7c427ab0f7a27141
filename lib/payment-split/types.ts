import type { SettlementDeposit, SettlementMatch } from "@/lib/settlement";

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

/** A user's decision that a payment belongs to a line; several of them may join lines and payments. */
export interface Tie {
  lineId: number;
  paymentId: string;
}

/** What a user picked for one deposit. */
export interface PickedLines {
  /** With all its lines. */
  deposit: SettlementDeposit;
  /** Of its lines, where the processor names them. */
  customers: ReadonlyMap<number, string>;
  /** Matches that stay as they are. */
  decided: SettlementMatch[];
  payments: PickedPayment[];
  /** Empty where the amounts and names decide. */
  ties: readonly Tie[];
}

export interface PickedPayment {
  id: string;
  /** Signed, minor units. */
  amount: number;
  /** Empty for none. */
  customer: string;
}

/** A match that a user makes, with the ids of its payments. */
export interface HandMatch extends SettlementMatch {
  paymentIds: string[];
}
