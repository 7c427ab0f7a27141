import type { AccountKind } from "@/lib/constants/bookings";
import type { LedgerProvider, SourceId } from "@/lib/providers/list";

/** What the demo connects for a sample company, and what it chooses there. Accounts are named as in the books. */
export interface Sample {
  ledger: LedgerProvider["id"];
  sources: readonly SourceId[];
  /** Where payouts in the books' currency go. */
  bank: string;
  /** Where those of a source in another currency go. */
  foreignBank: { source: SourceId; account: string };
  /** Where the customers' payments wait, where that isn't Undeposited Funds. */
  waiting: readonly string[];
  /** Where each kind of line is booked that the books have no payment for. */
  accounts: Record<AccountKind | "fee", string>;
  /** What its emulators add to the company. */
  emulators: { paypal?: true; square?: true };
}

const QUICKBOOKS: Sample = {
  ledger: "quickbooks",
  sources: ["stripe", "authorizenet", "paypal"],
  bank: "Checking",
  foreignBank: { source: "stripe", account: "Euro Account" },
  waiting: [],
  accounts: {
    fee: "Merchant Processing Fees",
    refund: "Refunds and Allowances",
    dispute: "Chargebacks",
    dispute_fee: "Bank Charges",
    adjustment: "Bank Charges",
    bill: "Bank Charges",
    reserve: "Stripe Reserve",
    transfer: "Savings",
  },
  emulators: { paypal: true },
};

/** The companies of `npm run demo -- --company`. */
export const SAMPLES = {
  us: { ...QUICKBOOKS, emulators: { paypal: true, square: true } },
  uk: QUICKBOOKS,
  nz: {
    ledger: "xero",
    sources: ["paypal"],
    bank: "Kōwhai Bank Business",
    foreignBank: { source: "paypal", account: "Kōwhai Bank US Dollars" },
    waiting: ["PayPal", "PayPal USD"],
    accounts: {
      fee: "PayPal Fees",
      refund: "Refunds & Allowances",
      dispute: "Disputes",
      dispute_fee: "PayPal Fees",
      adjustment: "Freight & Courier",
      bill: "PayPal Fees",
      reserve: "PayPal Reserve",
      transfer: "Money in Transit",
    },
    emulators: {},
  },
} as const satisfies Record<string, Sample>;
export type SampleName = keyof typeof SAMPLES;
