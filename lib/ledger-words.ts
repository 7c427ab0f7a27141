import { capitalized } from "@/lib/capitalized";
import type { LedgerPaymentKind } from "@/lib/constants/payments";
import type { ReceiptKind } from "@/lib/constants/planned-payments";
import type { ListedProvider } from "@/lib/providers/list";

/** Accounting software by its name on the wire. */
export type LedgerWire = Extract<ListedProvider, { role: "ledger" }>["wire"];

/**
 * What screens and messages call the connected accounting software and the things in it: its own terms. The provider
 * list isn't imported here, because every page loads this.
 */
export interface LedgerWords {
  wire: LedgerWire;
  name: string;
  /** Its name before what is its own: "QuickBooks' lists". */
  own: string;
  /** Where payments wait for their payout, in a sentence. */
  waiting: string;
  /** The same as the account of a journal entry. */
  waitingAccount: string;
  /** What a payout becomes, in a sentence without its id. */
  deposit: string;
  /** Several of them. */
  deposits: string;
  /** What we create there for a line without an invoice, in a sentence. */
  receipts: Readonly<Record<ReceiptKind, { one: string; many: string }>>;
  /** What lines carry one of, as the label of a field, and the choice of none. */
  class: { label: string; none: string };
  location: { label: string; none: string };
  /** What the settings of fees and other lines are about. */
  lineDefaults: string;
  /** Its transactions by kind, as its screens name them. */
  payments: Readonly<Record<LedgerPaymentKind, string>>;
  /** What a payout became, in a sentence: "Deposit 756". @param id the ledger's id of it; "" where it isn't known */
  depositOf(id: string): string;
  /** The same as an object: "Deletes Deposit 756", "Deletes the bank transfer". */
  theDeposit(id: string): string;
  /** The same as a fact on its own, with its name. */
  record: { term: string; of(id: string): string };
  /** The link to the page of what a payout became. @param id the ledger's id of it */
  opens(id: string): string;
  /** What to do with the bank's line of a posted payout, and why. */
  feed: { advice: string; reason: string };
  /** The number that its screens show for a transaction; "" where they show none. @param id the ledger's id of it */
  numberOf(id: string): string;
}

/** The first part of a Xero id says what moved the money: "spend:<guid>+transfer:<guid>". */
const XERO_RECORDS = [
  [/\b(?:transfer|debit):/, "bank transfer"],
  [/\b(?:deposit|receive):/, "receive money transaction"],
  [/\b(?:withdrawal|spend):/, "spend money transaction"],
] as const;

function xeroRecord(id: string): string {
  return XERO_RECORDS.find(([part]) => part.test(id))?.[1] ?? "bank transfer";
}

/** Of a bank transfer, what is booked beside it has a page that can be linked, and is named. */
function xeroLink(id: string): string {
  const parts = id.split("+");
  const linked = parts.find((part) => !XERO_RECORDS[0][0].test(part));
  const isBeside = linked !== undefined && parts.length > 1;
  return isBeside ? `Open the ${xeroRecord(linked)} in Xero` : "Open in Xero";
}

const LEDGER_WORDS: Readonly<Record<LedgerWire, LedgerWords>> = {
  quickbook: {
    wire: "quickbook",
    name: "QuickBooks",
    own: "QuickBooks'",
    waiting: "Undeposited Funds",
    waitingAccount: "Undeposited Funds",
    deposit: "Deposit",
    deposits: "Deposits",
    receipts: {
      SalesReceipt: { one: "sales receipt", many: "sales receipts" },
      RefundReceipt: { one: "refund receipt", many: "refund receipts" },
    },
    class: { label: "Class", none: "No class" },
    location: { label: "Location", none: "No location" },
    lineDefaults: "Default class, location and tax code for fees and other items.",
    payments: {
      Payment: "Payment",
      SalesReceipt: "Sales receipt",
      RefundReceipt: "Refund receipt",
      JournalEntry: "Journal entry",
      Transfer: "Transfer",
    },
    depositOf: (id) => (id ? `Deposit ${id}` : "Deposit"),
    theDeposit: (id) => (id ? `Deposit ${id}` : "the Deposit"),
    record: { term: "QuickBooks ID", of: (id) => id },
    opens: () => "Open in QuickBooks",
    feed: {
      advice: "In QuickBooks' bank feed choose Match, not Add.",
      reason: "Adding it would record this money twice.",
    },
    numberOf: (id) => id,
  },
  xero: {
    wire: "xero",
    name: "Xero",
    own: "Xero's",
    waiting: "the clearing account",
    waitingAccount: "Clearing account",
    deposit: "bank transfer",
    deposits: "bank transfers",
    receipts: {
      SalesReceipt: { one: "receive money transaction", many: "receive money transactions" },
      RefundReceipt: { one: "spend money transaction", many: "spend money transactions" },
    },
    class: { label: "Tracking category", none: "No tracking" },
    location: { label: "Second tracking category", none: "No tracking" },
    lineDefaults: "Default tracking and tax rate for fees and other items.",
    payments: {
      Payment: "Payment",
      SalesReceipt: "Receive money",
      RefundReceipt: "Refund",
      JournalEntry: "Manual journal",
      Transfer: "Bank transfer",
    },
    depositOf: xeroRecord,
    theDeposit: (id) => `the ${xeroRecord(id)}`,
    record: { term: "In Xero", of: (id) => (id ? capitalized(xeroRecord(id)) : "") },
    opens: xeroLink,
    feed: {
      advice: "When you reconcile in Xero, choose Match, not Create.",
      reason: "Creating it would record this money twice.",
    },
    numberOf: () => "",
  },
};

export const LEDGER_WIRES = Object.keys(LEDGER_WORDS) as LedgerWire[];

export function isLedgerWire(wire: string): wire is LedgerWire {
  return Object.hasOwn(LEDGER_WORDS, wire);
}

/** @param wire null before any accounting software was connected: QuickBooks is what is meant then. */
export function ledgerWords(wire: LedgerWire | null | undefined): LedgerWords {
  return LEDGER_WORDS[wire ?? "quickbook"];
}
