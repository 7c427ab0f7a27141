import type { DepositInput, InvoiceInput, LineInput, PaymentInput } from "../contract";
import type { StringTable } from "../text/string-table";
import type { KnownCustomer } from "./customer-profile";
import type { Details } from "./details";
import type { MethodHint } from "./payment-method-hint";
import type { FieldNumbers } from "./record-references";

/** A voided row never reached the bank; a reversed one may have reached it and gone back. */
export type ReversalKind = "voided" | "reversed";

/**
 * Left record: a line of a deposit, or a deposit without lines as a whole. Amounts in minor units,
 * days as day numbers.
 */
export interface PayoutItem {
  /** Position in {@link RecordSet.items}. */
  index: number;
  deposit: DepositInput;
  /** Undefined for a deposit as a whole. */
  line: LineInput | undefined;
  /** Of lines that are part of the same movement, where there are any: joinCaptures. */
  furtherLineIds?: readonly string[] | undefined;
  currency: string;
  day: number;
  /** Signed, minor units. */
  gross: number;
  /** Signed, minor units; equal to gross where no fee is stated. */
  net: number;
  /** False for fees, payouts, reserves …: only an identity may link them to a payment. */
  isLinkable: boolean;
  /**
   * Id of the customer's name in the string table, from the record itself or by its e-mail address.
   */
  name: number;
  /** Lower case; empty for none. */
  email: string;
  /** Id of the free text, which may mention a name, in the string table. */
  text: number;
  /** Null where nothing else is known of the customer. */
  customer: KnownCustomer | null;
  /** Ids of references in the string table. */
  references: readonly number[];
  /** Kinds of ids among the references as a bit set: two ids of one kind have to be equal. */
  idKinds: number;
  /** Its numbers by the field that has them; none of a deposit as a whole. */
  fields: readonly FieldNumbers[];
  /** Null for a deposit as a whole. */
  details: Details | null;
  /** Class of {@link rateKey}: items of one group share their learned rates. */
  rateGroup: number;
  /** Items of one class agree in everything visible and belong to one deposit. */
  interchangeClass: number;
}

/** Right record: a payment of the ledger. Amount in minor units, day as day number. */
export interface LedgerRow {
  /** Position in {@link RecordSet.rows}. */
  index: number;
  payment: PaymentInput;
  currency: string;
  day: number;
  /** Signed, minor units. */
  amount: number;
  /**
   * Id of the customer's name in the string table, from the record itself or by its e-mail address.
   */
  name: number;
  /** Lower case; empty for none. */
  email: string;
  /** Id of the memo in the string table. */
  text: number;
  /** Null where nothing else is known of the customer. */
  customer: KnownCustomer | null;
  /** Ids of references in the string table. */
  references: readonly number[];
  /** Those in the customer's name. */
  jobNumbers: readonly number[];
  /** As in {@link PayoutItem.idKinds}. */
  idKinds: number;
  /** Null where the payment's texts say nothing of the kind. */
  details: Details | null;
  /** Rows of one class agree in customer, amount, day and reversal. */
  interchangeClass: number;
  methodHint: MethodHint;
  /** Class of payment type and method hint, 0, 1, 2, …. */
  recordType: number;
  /** Set on a row that reverses another one, and on the row it reverses. */
  reversal: ReversalKind | null;
  /** Set where the row stands for an open invoice; `amount` is its balance. */
  invoice?: InvoiceInput | undefined;
}

/** Both sides of the input, sorted by id, and the strings that their ids refer to. */
export interface RecordSet {
  items: PayoutItem[];
  rows: LedgerRow[];
  strings: StringTable;
}

/** @returns the group for which rates are learned together: processor, with or without lines */
export function rateKey({
  deposit,
  line,
}: {
  deposit: Pick<DepositInput, "processor">;
  line?: LineInput | undefined;
}): string {
  return `${line ? "line" : "deposit"} ${deposit.processor ?? ""}`;
}
