import type { Lexicon } from "./lexicon";
import type { Means } from "./means";
import type { DepositInput, LineInput, PaymentInput } from "./types";

/** A void undoes what never happened, a reversal sends back what did. */
export type TakenBack = "voided" | "reversed";

/** What has to be explained: a line of a deposit, or a deposit without lines as a whole. */
export interface Unit {
  index: number;
  deposit: DepositInput;
  /** Absent: the deposit as a whole. */
  line: LineInput | undefined;
  currency: string;
  day: number;
  gross: number;
  /** Equal to gross where nothing else is known. */
  net: number;
  /** False for fees, payouts, reserves …: only an identity may tie them to a payment. */
  explainable: boolean;
  /** Number of the customer's name, by the row itself or by its address. */
  name: number;
  email: string;
  /** Free text that may mention a name. */
  text: number;
  references: number[];
  /** Kinds of ids among the references, as bits: two of one kind have to be equal. */
  idKinds: number;
  /** Number of the habits it follows: with lines or without, and which processor. */
  habit: number;
  /** Units of the same class look alike in everything visible and lie in one deposit. */
  twins: number;
}

/** A payment of the ledger. */
export interface Entry {
  index: number;
  payment: PaymentInput;
  currency: string;
  day: number;
  amount: number;
  /** Number of the customer's name, by the row itself or by its address. */
  name: number;
  email: string;
  text: number;
  references: number[];
  idKinds: number;
  /** Entries of the same class (customer, amount, date) are exchangeable. */
  twins: number;
  /** How it seems to have reached the books, and the number of its kind: type and means. */
  means: Means;
  kind: number;
  /** Another row of the books takes this one back, or is taken back by it. */
  takenBack: TakenBack | null;
}

export interface Rows {
  units: Unit[];
  entries: Entry[];
  lexicon: Lexicon;
}

/** Habits are learned for each processor, with lines and without. */
export function habitKey({
  deposit,
  line,
}: {
  deposit: Pick<DepositInput, "processor">;
  line?: LineInput | undefined;
}): string {
  return `${line ? "line" : "deposit"} ${deposit.processor ?? ""}`;
}
