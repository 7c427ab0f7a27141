import { type BookingKind, isAccountKind } from "@/lib/constants/bookings";
import type { LineKind } from "@/lib/constants/deposits";
import { toDecimal } from "@/lib/money";

/** What decides how a line is booked. */
interface BookedLine {
  kind: LineKind;
  /** The processor's own name of the kind. */
  providerKind?: string | undefined;
  feePredicted?: boolean | undefined;
}

/** Parts of what the processor keeps of each charge: interchange that is passed on, and taxes on fees. */
const COSTS_OF_PROCESSING: ReadonlySet<string> = new Set([
  "network_cost",
  "tax",
  "tax_fee",
  "stripe_fx_fee",
  // PayPal's: general and payment fees, what it gives back of them, and its fee of an instant transfer.
  "T0100",
  "T0107",
  "T1108",
  "T1109",
  "withdrawal_fee",
]);

/** PayPal's, which is a line apart from the dispute. */
const CHARGEBACK_FEE = "T0106";

/** Money that the company moves itself, to or from its balance at the processor. */
const TRANSFERS: ReadonlySet<string> = new Set([
  "transfer",
  "transfer_reversal",
  "transfer_cancel",
  "transfer_failure",
  "transfer_refund",
  "topup",
  "topup_reversal",
  "inbound_transfer",
  "inbound_transfer_reversal",
  "connect_collection_transfer",
  // PayPal's: between its currencies, and from the bank.
  "T0200",
  "T0201",
  "T0202",
  "T0300",
  "T0301",
  "T0302",
  "T0303",
  "opening_balance",
]);

const BY_LINE: Record<Exclude<LineKind, "fee" | "other">, BookingKind> = {
  // A charge is explained by payments; only its fee is booked.
  charge: "fee",
  refund: "refund",
  dispute: "dispute",
  dispute_reversal: "dispute",
  adjustment: "adjustment",
  reserve: "reserve",
};

/** What the amount of a line is booked as when no payment explains it. */
export function bookingKind({ kind, providerKind = "", feePredicted }: BookedLine): BookingKind {
  if (kind === "fee") {
    if (providerKind === CHARGEBACK_FEE) return "dispute_fee";
    return feePredicted || COSTS_OF_PROCESSING.has(providerKind) ? "fee" : "bill";
  }
  if (kind === "other") return TRANSFERS.has(providerKind) ? "transfer" : "other";
  return BY_LINE[kind];
}

/** What the fee inside a line is booked as. */
export function feeKind({ kind }: BookedLine): "fee" | "dispute_fee" {
  return kind === "dispute" || kind === "dispute_reversal" ? "dispute_fee" : "fee";
}

export const BOOKING_WORDS: Record<BookingKind, { one: string; all: string }> = {
  fee: { one: "Processing fee", all: "Processing fees" },
  refund: { one: "Refund", all: "Refunds" },
  dispute: { one: "Dispute", all: "Disputes" },
  dispute_fee: { one: "Dispute fee", all: "Dispute fees" },
  adjustment: { one: "Adjustment", all: "Adjustments" },
  bill: { one: "Bill", all: "Billing fees" },
  reserve: { one: "Reserve", all: "Reserves" },
  transfer: { one: "Transfer", all: "Transfers" },
  other: { one: "Movement", all: "Other movements" },
};

/** A part of a payout that the books do not know and that has no account yet. */
export interface UnbookedPart {
  kind: BookingKind;
  /** The processor's own name of the line's kind. */
  providerKind?: string | undefined;
  /** Signed, minor units. */
  amount: number;
  currency: string;
  customer: string;
  /** The processor's name. */
  source: string;
}

/** For the user: what waits for an account. "Refund of 45.00 to Blue Harbor isn't in QuickBooks." @param ledger its name */
export function unbookedText(part: UnbookedPart, ledger: string): string {
  const { kind, amount, currency, customer, source } = part;
  const sum = toDecimal(Math.abs(amount), currency);
  const moved = IN_BALANCE[part.providerKind ?? ""];
  if (moved) {
    const where = amount < 0 ? moved.leaving : moved.coming;
    return `${moved.what} of ${sum} ${where} ${source} isn't in ${ledger}.`;
  }
  const special = customersWords(part);
  const what = `${special?.what ?? BOOKING_WORDS[kind].one} of ${sum}`;
  const whose = special && customer !== "" ? ` ${special.whose} ${customer}` : "";
  const about = special ? whose : relation(kind, amount, { customer, source });
  return `${what}${about} isn't in ${ledger}.`;
}

interface BalanceWords {
  what: string;
  leaving: string;
  coming: string;
}

const CONVERSION: BalanceWords = { what: "Currency conversion", leaving: "in", coming: "in" };

/** What PayPal moves within its balance, by its kind. */
const IN_BALANCE: Readonly<Record<string, BalanceWords>> = {
  carried_over: { what: "Balance", leaving: "that stays in", coming: "that stayed in" },
  opening_balance: { what: "Opening balance", leaving: "in", coming: "in" },
  T0200: CONVERSION,
  T0201: CONVERSION,
  T0202: CONVERSION,
  T1101: { what: "Returned transfer", leaving: "from", coming: "to" },
};

interface CustomersWords {
  what: string;
  whose: "by" | "to";
}

const RETURNED: CustomersWords = { what: "Returned payment", whose: "by" };
const FAILED: CustomersWords = { what: "Failed refund", whose: "to" };
const SENT: CustomersWords = { what: "Payment", whose: "to" };

/** Customers' money that goes back or comes back in another way than by a refund. */
const RETURNS: Readonly<Record<string, CustomersWords>> = {
  charge_failure: RETURNED,
  payment_failure_refund: RETURNED,
  payment_reversal: RETURNED,
  refund_failure: FAILED,
  partial_capture_reversal: { what: "Uncaptured part", whose: "by" },
};

function customersWords({
  kind,
  providerKind = "",
  amount,
}: UnbookedPart): CustomersWords | undefined {
  // PayPal's payments that the company sent.
  if (kind === "adjustment" && /^T00\d\d$/.test(providerKind)) return SENT;
  if (kind === "dispute" && amount > 0) return { what: "Won dispute", whose: "by" };
  if (kind !== "refund") return undefined;
  return RETURNS[providerKind] ?? (amount > 0 ? FAILED : undefined);
}

function relation(
  kind: BookingKind,
  amount: number,
  { customer, source }: { customer: string; source: string },
): string {
  if (kind === "bill") return ` from ${source}`;
  if (kind === "reserve") return ` ${amount < 0 ? "held" : "released"} by ${source}`;
  if (kind === "transfer") return amount < 0 ? ` from ${source}` : ` to ${source}`;
  if (customer === "") return "";
  if (kind === "dispute_fee") return ` for the dispute by ${customer}`;
  return ` ${kind === "refund" ? "to" : "by"} ${customer}`;
}

const ASK = "Choose what it is booked to.";

/** For the user: why a deposit waits, and what to do; empty when every part has an account. @param ledger its name */
export function waitingText(parts: readonly UnbookedPart[], ledger: string): string {
  const [first, ...others] = parts;
  if (!first) return "";
  const more =
    others.length === 0
      ? ""
      : ` ${others.length} more ${others.length === 1 ? "line needs" : "lines need"} an account too.`;
  return `${unbookedText(first, ledger)} ${ASK}${more}`;
}

/**
 * "Always for refunds from Stripe"; null for a kind that is decided one by one.
 * @param amount signed: a dispute that gives back was won, and has the account of the dispute
 */
export function alwaysText(kind: BookingKind, source: string, amount = 0): string | null {
  if (!isAccountKind(kind)) return null;
  const named = kind === "bill" ? "bills" : BOOKING_WORDS[kind].all.toLowerCase();
  const all = kind === "dispute" && amount > 0 ? `won disputes and ${named}` : named;
  return `Always for ${all} from ${source}`;
}
