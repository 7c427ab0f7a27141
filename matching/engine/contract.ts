/**
 * What goes into the engine and what comes out. Inside the engine money is in minor units (integers)
 * and dates are `YYYY-MM-DD`; decimals exist only in files and in `difference`.
 */

import type { FittedParameters } from "./parameters";

export type Algorithm = "smart" | "exact" | "fuzzy";

/** What one side knows about a customer in addition to the name and address on the row. */
export interface CustomerProfile {
  /** The side's own id of the customer: rows that share it are of one customer. */
  id?: string | undefined;
  /** Company, person, billing, cardholder and print-on-check names. */
  names?: string[] | undefined;
  /** Who the customer belongs to: QuickBooks' parent of a job or sub-customer. */
  parent?: string | undefined;
  emails?: string[] | undefined;
  phones?: string[] | undefined;
}

export interface LineInput {
  id: string;
  /** charge, refund, dispute, dispute_reversal, fee, adjustment, reserve, … Open: unknown kinds are kept. */
  type: string;
  date: string;
  /** Gross, signed, minor units. */
  amount: number;
  /** Processor fee taken from this line, minor units, normally ≥ 0. */
  fee?: number | undefined;
  /** What reached the payout: amount − fee. */
  net?: number | undefined;
  description?: string | undefined;
  /** The customer as the processor knows them. */
  entity?: string | undefined;
  email?: string | undefined;
  customer?: CustomerProfile | undefined;
  /** Processor ids, invoice numbers: anything that both sides may carry. Space-separated when several. */
  reference?: string | undefined;
  /** The shop's own numbers by the field that carries them; none of them is repeated in `reference`. */
  numbers?: FieldNumber[] | undefined;
  /** The processor's id of the charge that the line belongs to: a part capture, a refund and a return share it. */
  chargeId?: string | undefined;
  /** What the customer paid, where the processor converted it. */
  paid?: Money | undefined;
}

/** Signed minor units of an ISO 4217 currency. */
export interface Money {
  amount: number;
  currency: string;
}

/** A number of the shop's own, such as an order's, and where the source has it: "metadata.order_id". */
export interface FieldNumber {
  field: string;
  value: string;
}

export interface DepositInput {
  id: string;
  date: string;
  /** Net, signed, minor units: what reaches the bank. */
  amount: number;
  /** ISO 4217, upper case. */
  currency: string;
  processor?: string | undefined;
  description?: string | undefined;
  reference?: string | undefined;
  /** Absent or empty: the deposit is matched as a whole. */
  lines?: LineInput[] | undefined;
}

export interface PaymentInput {
  /** Unique across the input. The product uses its own row id; files use QuickBooks' Id. */
  id: string;
  date: string;
  /** Signed, minor units; refund receipts are negative. */
  amount: number;
  currency: string;
  /** What the books have it at in their own currency, where that is another one. */
  worth?: Money | undefined;
  customerName?: string | undefined;
  email?: string | undefined;
  customer?: CustomerProfile | undefined;
  reference?: string | undefined;
  note?: string | undefined;
  type?: string | undefined;
  /** How it was paid, as the ledger names it: "Check". */
  method?: string | undefined;
  /** The invoices that it is applied to. Absent where the ledger doesn't say. */
  appliedTo?: AppliedInvoice[] | undefined;
}

/** An invoice that a payment is applied to: the ledger's id of it, its number, or both. */
export interface AppliedInvoice {
  id?: string | undefined;
  number?: string | undefined;
}

/** An invoice of the ledger that is not paid in full. */
export interface InvoiceInput {
  /** Unique across the invoices. */
  id: string;
  /** The ledger's own id, which {@link AppliedInvoice} names. */
  ledgerId?: string | undefined;
  /** The number that the customer sees. */
  number?: string | undefined;
  date: string;
  dueDate?: string | undefined;
  /** Total, minor units. */
  amount: number;
  /** What is still to be paid, minor units; an invoice without is not open. */
  balance: number;
  currency: string;
  customerName?: string | undefined;
  email?: string | undefined;
  customer?: CustomerProfile | undefined;
  note?: string | undefined;
}

/** One earlier decision of this company. `deposit`/`line` and `payment` carry the facts as they were. */
export interface HistoryEntry {
  decision: "confirmed" | "dismissed" | "undone";
  deposit: Omit<DepositInput, "lines">;
  line?: LineInput | undefined;
  payment: PaymentInput;
}

export interface MatchOptions {
  algorithm: Algorithm;
  history?: HistoryEntry[] | undefined;
  /**
   * Open invoices, for the lines that no payment explains. An invoice that a charge names or fits speaks against
   * payments that are not applied to it.
   */
  invoices?: InvoiceInput[] | undefined;
  /** For benchmarks, which judge parameters that were fitted on other data. */
  parameters?: FittedParameters | undefined;
  /** Called with the name of each stage as it begins, because the engine has no clock. */
  onStage?: ((stage: string) => void) | undefined;
}

export type MatchKind = "one_to_one" | "one_to_many" | "many_to_one" | "many_to_many";

export interface Evidence {
  field: "amount" | "date" | "customer" | "reference" | "uniqueness" | "history" | "sum";
  /** Comparison level, e.g. "exact_gross", "same_day", "same_name". */
  level: string;
  /** log2 Bayes factor, in bits; negative speaks against. */
  weight: number;
  /** For a bookkeeper: "Exact amount". */
  text: string;
}

export interface Match {
  depositId: string;
  /** Empty when the deposit is matched as a whole. */
  lineIds: string[];
  paymentIds: string[];
  kind: MatchKind;
  decision: "auto" | "suggested";
  /** 0 to 1, calibrated. */
  probability: number;
  /**
   * Minor units: payments − gross of the lines; 0 where they equal the known net after fees.
   * For a deposit without lines payments − its amount, so a predicted fee stays visible.
   */
  difference: number;
  /** Of `difference` and of the payments; with `exchange` the deposit has another one. */
  currency: string;
  /** Set where the payments are in the currency in which the customer paid. Never matched automatically. */
  exchange?: Exchange | undefined;
  evidence: Evidence[];
  alternatives: { count: number; best: { paymentIds: string[]; probability: number } | null };
}

/** The same money on both sides of the processor's conversion. */
export interface Exchange {
  /** Gross of the lines, as the processor settled it. */
  settled: Money;
  /** What the customer paid for them. */
  paid: Money;
  /** The payments, in the same currency as `paid`. */
  booked: Money;
  /** What the books have the payments at in their own currency. Only where all of them say. */
  worth?: Money | undefined;
}

/**
 * A charge that pays open invoices. Always a suggestion, and only for lines without a payment.
 * `difference` is the balance of the invoices − gross of the lines: above 0 for a part.
 */
export interface InvoiceMatch
  extends Pick<
    Match,
    "depositId" | "lineIds" | "kind" | "probability" | "difference" | "currency" | "evidence"
  > {
  invoiceIds: string[];
  decision: "suggested";
}

export type UnmatchedReason =
  | "no_candidate"
  | "ambiguous"
  | "currency_differs"
  | "outside_window"
  | "already_explained"
  | "part_of_payment";

export interface Unmatched {
  id: string;
  /** Only on lines. */
  depositId?: string;
  reason: UnmatchedReason;
  /** Probability that its payment is not in the books at all, 0 to 1, calibrated. Not on payments. */
  notInBooks?: number;
  /** The payments that come closest, best first, at most three. Only where there are any. */
  candidates?: UnmatchedCandidate[];
  /** With the reason `part_of_payment`, on the lines and on the payment. */
  partOf?: PartOfPayment;
}

/**
 * A payment that is recorded once for charges of several payouts. No match closes them, because a payment is on one
 * Deposit: a person divides it.
 */
export interface PartOfPayment {
  paymentId: string;
  /** Of the payment, minor units. */
  amount: number;
  currency: string;
  /** All that belong to it, ordered by day; they add up to `amount`, or to less where others are not in the input. */
  lines: { depositId: string; lineId: string; amount: number }[];
}

/** With {@link Unmatched.notInBooks}, the probabilities add up to at most 1. */
export interface UnmatchedCandidate {
  paymentIds: string[];
  probability: number;
}

export interface MatchStats {
  deposits: number;
  lines: number;
  payments: number;
  matches: number;
  auto: number;
  suggested: number;
  /** Per currency, minor units. */
  sums: Record<string, { deposits: number; payments: number; matched: number }>;
}

export interface MatchResult {
  matches: Match[];
  unmatched: { deposits: Unmatched[]; lines: Unmatched[]; payments: Unmatched[] };
  /** No line and no invoice is in two of them; empty without invoices. */
  invoiceMatches: InvoiceMatch[];
  stats: MatchStats;
}
