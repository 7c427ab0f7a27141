import type { DepositInput, PaymentInput } from "@/matching/engine/contract";

export const LINE_SHAPES = [
  "subscriptions",
  "shop",
  "invoices",
  "donations",
  "languages",
  "orders",
  "agencies",
  "club",
] as const;
/**
 * Books with lines by authors who never saw the engine: they run on the judging seeds only and have
 * figures of their own.
 */
export const JUDGE_SHAPES = [
  "rents",
  "counter",
  "imports",
  "mixed",
  "lawfirm",
  "plugin",
  "marketplace",
  "practice",
] as const;
export const WHOLE_SHAPES = ["payouts", "statement"] as const;
export type LineShape = (typeof LINE_SHAPES)[number];
export type WholeShape = (typeof WHOLE_SHAPES)[number];
export type JudgeShape = (typeof JUDGE_SHAPES)[number];
export type Shape = LineShape | JudgeShape | WholeShape;

/** Why rows belong together, and how the books recorded it. */
export type TruthKind =
  | "one_to_one"
  | "net_recorded"
  | "transposed"
  | "small_difference"
  | "refund"
  | "dispute"
  | "instalments"
  | "several_invoices"
  | "family_dues"
  | "family_visit"
  | "insurer_card"
  | "daily_sum"
  | "brand_sum"
  | "terminal_sum"
  | "shift_sum"
  | "weekend_sum"
  | "customer_sum"
  | "order_sum"
  | "many_to_many"
  | "single"
  | "days"
  | "days_less_fee"
  | "batch"
  | "batch_less_fee"
  | "check";

/** Rows that explain each other; no row is in two groups. */
export interface TruthGroup {
  /** Of the first line. A payment for charges of several payouts has lines of other deposits, too. */
  depositId: string;
  /** Empty: the deposit as a whole. */
  lineIds: string[];
  paymentIds: string[];
  kind: TruthKind;
  /** Minor units: payments − gross of the lines (or − amount of the whole deposit). */
  deviation: number;
}

/** What only the generator knows about a row. */
export interface RowFacts {
  /** Number of the true customer, or null where there is none (a day's sum, a bank fee). */
  customer: number | null;
  /** The row shows its customer: a name, however written, or an address. */
  showsCustomer: boolean;
  /**
   * The customers it may belong to, where the row shows only who pays for all of them: a family, an
   * agency, a landlord. Absent: the row shows its customer, or nothing.
   */
  among?: readonly number[];
  /** Identities the row shows, however cut or buried: equal strings are the same identity. */
  references: readonly string[];
}

/** The truth behind a data set; facts by id of line (or whole deposit) and of payment. */
export interface Truth {
  groups: TruthGroup[];
  /** Keyed by line id; for deposits without lines by deposit id. */
  lineFacts: Map<string, RowFacts>;
  paymentFacts: Map<string, RowFacts>;
}

export interface Dataset {
  deposits: DepositInput[];
  payments: PaymentInput[];
  truth: Truth;
}
