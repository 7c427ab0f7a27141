import type { LedgerPaymentKind } from "@/lib/constants/payments";
import type {
  Algorithm,
  DepositInput,
  HistoryEntry,
  InvoiceInput,
  InvoiceMatch,
  Match,
  PaymentInput,
} from "@/matching/engine/contract";
import type { Candidate } from "@/matching/engine/decision/candidates";
import type { OpenItem } from "@/matching/engine/link-invoices";
import type { DescribedPlan, PlannedDeposit } from "../plan-deposits";

// What goes to an engine thread and what comes back. All of it can be cloned.

/** An open deposit as the engine reads it. */
export interface DepositRow {
  /** It is matched with payments of the same pool alone. */
  pool: string;
  /** Null: all its lines are decided. */
  input: DepositInput | null;
  planned: PlannedDeposit;
}

/** An open payment as the engine reads it. */
export interface PaymentRow {
  pool: string;
  quickbooksId: string;
  kind: LedgerPaymentKind;
  input: PaymentInput;
}

/** A company's open books, as the difference from what the thread has. Ids are of our rows. */
export interface BooksChange {
  companyId: string;
  /** The contents of the books that the thread has, by their name; null replaces all. */
  base: string | null;
  /** Names the contents after the change. */
  contents: string;
  deposits: [id: number, row: DepositRow][];
  payments: [id: number, row: PaymentRow][];
  /** Open ones that may be of their lines. */
  invoices: [id: number, row: InvoiceInput][];
  gone: Record<"deposits" | "payments" | "invoices", number[]>;
}

/** What is asked about the books. */
export type Question =
  /** The plans of these deposits; null: of all. */
  | { kind: "plans"; only: number[] | null }
  /** The payments that these lines could be. */
  | { kind: "candidates"; lineIds: number[] };

export interface BooksJob {
  kind: "books";
  change: BooksChange;
  algorithm: Algorithm;
  /** Names the decisions that the run has learned from, or has to. */
  historyDigest: string;
  /** Only where the thread may have to learn from them. */
  history: HistoryEntry[] | null;
  /** The run, with all that it has learned, is forgotten once the question is answered. */
  discards: boolean;
  question: Question;
}

/** Open invoices for lines without a payment, all of one currency. */
export interface InvoicesJob {
  kind: "invoices";
  items: readonly (readonly [item: OpenItem, absent: number])[];
  invoices: InvoiceInput[];
  history: HistoryEntry[];
}

/** Deposits and payments that are divided among each other, apart from the books. */
export interface DivisionJob {
  kind: "division";
  deposits: DepositInput[];
  payments: PaymentInput[];
  history: HistoryEntry[];
}

/** A match of a deposit, as far as a division needs it. */
export type DividedRow = Pick<Match, "depositId" | "paymentIds" | "probability">;

export type Job = BooksJob | InvoicesJob | DivisionJob;

export type BooksAnswer =
  /** The thread does not have the base of the change: all books have to be sent. */
  | { is: "unknown base" }
  /** The run can't be continued, and a complete one needs the past decisions. */
  | { is: "history needed" }
  | {
      is: "answered";
      /** Which complete run it rests on; another number is another run. */
      baseRun: number;
      plans: DescribedPlan[];
      /** By line. */
      candidates: Map<number, Candidate[]>;
    };

export interface Answers {
  books: BooksAnswer;
  invoices: InvoiceMatch[];
  division: DividedRow[];
}
