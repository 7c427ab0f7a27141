import type { LedgerPaymentKind } from "@/lib/constants/payments";
import type { ListedProvider } from "@/lib/providers/list";

/** Accounting software by its name on the wire. */
export type LedgerWire = Extract<ListedProvider, { role: "ledger" }>["wire"];

/**
 * What screens and messages call the connected accounting software and the things in it: its own terms. The provider
 * list isn't imported here, because every page loads this.
 */
export interface LedgerWords {
  name: string;
  /** Where payments wait for their payout, in a sentence. */
  waiting: string;
  /** The same as the account of a journal entry. */
  waitingAccount: string;
  /** What a payout becomes, in a sentence without its id. */
  deposit: string;
  /** Several of them. */
  deposits: string;
  /** A receipt for money from a customer or back to one. */
  receipt: string;
  refundReceipt: string;
  /** What lines carry one of, as the label of a field, and the choice of none. */
  class: { label: string; none: string };
  location: { label: string; none: string };
  /** Its transactions by kind, as its screens name them. */
  payments: Readonly<Record<LedgerPaymentKind, string>>;
  /** What a payout became: "Deposit 756". @param id the ledger's id of it; "" where it isn't known */
  depositOf(id: string): string;
  /** The number that its screens show for a transaction; "" where they show none. @param id the ledger's id of it */
  numberOf(id: string): string;
}

/** The first part of a Xero id says what moved the money: "spend:<guid>+transfer:<guid>". */
const XERO_RECORDS = [
  [/\b(?:transfer|debit):/, "bank transfer"],
  [/\b(?:deposit|receive):/, "receive money transaction"],
  [/\b(?:withdrawal|spend):/, "spend money transaction"],
] as const;

export const LEDGER_WORDS: Readonly<Record<LedgerWire, LedgerWords>> = {
  quickbook: {
    name: "QuickBooks",
    waiting: "Undeposited Funds",
    waitingAccount: "Undeposited Funds",
    deposit: "Deposit",
    deposits: "Deposits",
    receipt: "sales receipt",
    refundReceipt: "refund receipt",
    class: { label: "Class", none: "No class" },
    location: { label: "Location", none: "No location" },
    payments: {
      Payment: "Payment",
      SalesReceipt: "Sales receipt",
      RefundReceipt: "Refund receipt",
      JournalEntry: "Journal entry",
      Transfer: "Transfer",
    },
    depositOf: (id) => (id ? `Deposit ${id}` : "Deposit"),
    numberOf: (id) => id,
  },
  xero: {
    name: "Xero",
    waiting: "the clearing account",
    waitingAccount: "Clearing account",
    deposit: "bank transfer",
    deposits: "bank transfers",
    receipt: "receive money transaction",
    refundReceipt: "spend money transaction",
    class: { label: "Tracking category", none: "No tracking" },
    location: { label: "Second tracking category", none: "No tracking" },
    payments: {
      Payment: "Payment",
      SalesReceipt: "Receive money",
      RefundReceipt: "Refund",
      JournalEntry: "Manual journal",
      Transfer: "Bank transfer",
    },
    depositOf: (id) => XERO_RECORDS.find(([part]) => part.test(id))?.[1] ?? "bank transfer",
    numberOf: () => "",
  },
};

export const LEDGER_WIRES = Object.keys(LEDGER_WORDS) as LedgerWire[];

/** @param wire null before any accounting software was connected: QuickBooks is what is meant then. */
export function ledgerWords(wire: LedgerWire | null | undefined): LedgerWords {
  return LEDGER_WORDS[wire ?? "quickbook"];
}
