import type { LineKind } from "@/lib/constants/deposits";
import type { TableRow } from "@/lib/tables/header";

/** A number, and the column that has it. */
export interface FileNumber {
  field: string;
  value: string;
}

/** What a row says of one line. Minor units. */
export interface LineFacts {
  /** The processor's id of the movement; null where the file has none. */
  id: string | null;
  kind: LineKind;
  /** The file's own word for the kind. */
  providerKind: string;
  /** `YYYY-MM-DD` */
  date: string;
  gross: number;
  /** What the processor kept: positive. */
  fee: number;
  /** gross − fee */
  net: number;
  description: string;
  customerName: string;
  customerEmail: string;
  /** Every id that the books may carry, separated by spaces. */
  reference: string;
  numbers: FileNumber[];
  chargeId?: string;
  /** What the customer paid, where the processor converted it. */
  paid?: { amount: number; currency: string };
}

/** Which payout a row belongs to. */
export interface PayoutKey {
  /** Equal for the rows of one payout. */
  key: string;
  /** The processor's own id; null where the file has none. */
  id: string | null;
  /** The day it was paid; null where the file doesn't say: that of its last line. */
  date: string | null;
  currency: string;
}

/** A row that is in no payout, and why. */
export interface LeftOut {
  leftOut: string;
}

/** The amount that a payout's own row names, as sent to the bank. Minor units. */
export interface OwnTotal {
  total: number;
}

/** How one table is read, once all its rows are known. */
export interface TableReading {
  /** @throws RowError */
  payout(row: RowCells): PayoutKey | LeftOut;
  /** @throws RowError */
  line(row: RowCells, payout: PayoutKey): LineFacts | OwnTotal | LeftOut;
  /** Lines that no row has, such as a balance brought forward. */
  further?(payout: PayoutKey): LineFacts[];
  /** The amount that the report names above or below its rows; null where it names none. */
  total?(payout: PayoutKey): number | null;
}

/** The cells of a row, read by heading. */
export interface RowCells {
  readonly row: number;
  /** The first of the columns that isn't empty; "" when there is none. */
  text(...headings: string[]): string;
  has(...headings: string[]): boolean;
  /** Minor units. @throws RowError when it is missing */
  amount(currency: string, ...headings: string[]): number;
  /** Minor units; 0 when it is empty. */
  amountOrZero(currency: string, ...headings: string[]): number;
  /** Of a column; otherwise what is written beside an amount, or the one of rows that name none. */
  currency(headings: readonly string[], amounts: readonly string[]): string;
  /** `YYYY-MM-DD`; a moment is the day that it was in the company's time zone. */
  day(...headings: string[]): string;
  /** As `day`, of a column that is in UTC without saying so in its cells. */
  utcDay(...headings: string[]): string;
  /** The day as written, whatever its time. */
  writtenDay(...headings: string[]): string;
  /** @throws RowError */
  fail(heading: string, reason: string): never;
}

/** What a report has besides its rows. */
export interface Surroundings {
  above: readonly TableRow[];
  /** Rows of totals, which are not read. */
  totals: readonly RowCells[];
  /** Reads a row of a table above, such as a summary. */
  reader(header: readonly string[], row: TableRow): RowCells;
}

/** A report that is recognized by its header. */
export interface PayoutFormat {
  id: string;
  /** "Shopify Payments: transactions of payouts" */
  title: string;
  /** "Shopify Payments" */
  processor: string;
  /** Headings that have to be there, in lower case; of an inner list, one. */
  needs: readonly (string | readonly string[])[];
  /** Why such a report can't be imported, and what to export instead. */
  refused?: string;
  begin(rows: readonly RowCells[], surroundings: Surroundings): TableReading;
}

/** What is wrong with one row. */
export class RowError extends Error {
  override name = "RowError";
}
