/**
 * What is compared to tell whether a Deposit in the books is a payout's. Amounts in minor units, dates
 * `YYYY-MM-DD`.
 */

export interface PayoutFacts {
  id: number;
  /** The processor's id. */
  providerId: string;
  /** The processor: "Stripe". */
  processor: string;
  amount: number;
  currency: string;
  /** When it reached the bank. */
  date: string;
  /** The account that it would be posted to; null while none is chosen. */
  bankId: string | null;
  /** Empty where the processor doesn't say what is inside. */
  lines: LineFacts[];
  /**
   * pending: it waits for an answer. matched: its payments are open in the books, so that they can't be on a
   * Deposit already. decided: it has its Deposit, or was put aside: it only counts as a rival.
   */
  state: "pending" | "matched" | "decided";
  /** Its source's payouts before that day are unknown to us; null where all are known that may be rivals. */
  unknownBefore: string | null;
  /** Ids of Deposits that a user said are not its own, or that it was unlinked from. */
  refused: ReadonlySet<string>;
}

export interface LineFacts {
  kind: "charge" | "refund" | "other";
  gross: number;
  net: number;
  date: string;
  /** Ids and numbers that the books may carry. */
  references: readonly string[];
}

export interface ExistingFacts {
  id: string;
  date: string;
  total: number;
  currency: string;
  /** Empty where the ledger doesn't say. */
  bankId: string;
  /** Its memo, and all that its lines say. */
  text: string;
  /** What it links from Undeposited Funds. */
  payments: PaymentFacts[];
  /** It also links what is no payment of a customer, or one that we don't know. */
  hasOthers: boolean;
  /** It is another payout's, as we know: it only counts as a rival. */
  isTaken: boolean;
}

export interface PaymentFacts {
  amount: number;
  date: string;
  references: readonly string[];
}

/** "certain": linked by itself. "likely": a user says so. */
export interface Verdict {
  payoutId: number;
  existingId: string;
  verdict: "certain" | "likely";
  /** In words, for the user: "same total". */
  evidence: string[];
}

/** People and other apps date a Deposit by the payout's creation, its arrival, or when they got to it. */
export const WINDOW_DAYS = 10;

/** The words of a text that may be ids: "po_1" is not in "po_12". */
export function idsIn(text: string): string[] {
  return text.split(/[^\w-]+/).filter((word) => word !== "");
}

/** Whether a note names a payout. The id as a whole word: po_1 is not mentioned by po_12. */
export function mentions(note: string, payoutId: string): boolean {
  return idsIn(note).includes(payoutId);
}
