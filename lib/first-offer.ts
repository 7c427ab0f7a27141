import type { LineKind } from "@/lib/constants/deposits";
import type { OpenReasonCode } from "@/lib/constants/open-reasons";
import type { LedgerPaymentKind } from "@/lib/constants/payments";
import { returnsPayout } from "@/lib/stripe-line-kind";

/** What is offered first for an open line, everywhere: as the reason's action, as the green button, on Enter. */
export const FIRST_OFFERS = [
  /** A payment in the books that may be the line's. */
  "choose",
  /** An open invoice that the charge may pay. */
  "receive_payment",
  /** A new receipt: of a sale, or of what takes one back that the books know. */
  "create_receipt",
  /** The account that what this line takes back was booked to. */
  "book_back",
  /** Any account. */
  "choose_account",
  /** Nothing is created first: the books have it elsewhere or with a mistake, or may have all of the payout. */
  "look",
] as const;
export type FirstOffer = (typeof FIRST_OFFERS)[number];

interface OfferedLine {
  kind: LineKind;
  /** The processor's own name of the kind. */
  providerKind: string;
  /** Signed, minor units. */
  gross: number;
}

/** The earlier line of the same charge that a line takes back: the dispute that was won, the charge that is refunded. */
export interface Origin {
  kind: LineKind;
  /** Signed, minor units. */
  amount: number;
  /** A calendar date. */
  date: string;
  /** Its Deposit in the books; empty while there is none. */
  quickbooksId: string;
  /** Null where it has none, or someone else booked it. */
  account: { id: string; name: string } | null;
  /** What recorded it in the books. */
  payment: { kind: LedgerPaymentKind; number: string } | null;
}

/** What is known about a line without an answer. */
export interface KnownOfLine {
  /** As the engine found it; null where it looked for nothing, as for what no payment records. */
  finding: OpenReasonCode | null;
  origin: Origin | null;
  /** The books may have the whole payout already. */
  maybeBooked: boolean;
  /** The books can't record it as a receipt. */
  noReceipt: boolean;
}

/** The payment that fits is looked at, whatever the line is. */
const CHOSEN: ReadonlySet<OpenReasonCode> = new Set([
  "suggested",
  "ambiguous",
  "partly_paid",
  "already_matched",
  "outside_window",
]);

/** What is there is mended or marked first: anything created would be recorded twice. */
const LOOKED_AT: ReadonlySet<OpenReasonCode> = new Set([
  "in_bank",
  "other_account",
  "amount_differs",
  "currency_differs",
  "part_of_payment",
]);

const RECORDED_SALES: readonly LedgerPaymentKind[] = ["Payment", "SalesReceipt"];

/** Whether a line is a customer's payment for something, so that a receipt of it counts no sale twice. */
export function isSale({ kind, providerKind, gross }: OfferedLine): boolean {
  // A payout that came back is paid again: customers' money of earlier sales.
  return kind === "charge" && gross > 0 && !returnsPayout(providerKind);
}

/** Whether a line gives back what a dispute took. */
export function isWonDispute({ kind, gross }: Pick<OfferedLine, "kind" | "gross">): boolean {
  return (kind === "dispute" || kind === "dispute_reversal") && gross > 0;
}

/**
 * The first offer for an open line. Money that is no sale is never answered with a receipt first, unless it takes back
 * what a receipt or a payment recorded; what takes back something with an account goes to that account.
 */
export function firstOffer(line: OfferedLine, known: KnownOfLine): FirstOffer {
  const { finding, origin, maybeBooked, noReceipt } = known;
  const receipt = noReceipt ? "choose_account" : "create_receipt";
  if (finding !== null && LOOKED_AT.has(finding)) return "look";
  if (finding !== null && CHOSEN.has(finding)) return "choose";
  if (maybeBooked) return "look";
  if (isSale(line)) {
    if (finding === "invoice_open") return "receive_payment";
    // Without a finding the books were not searched yet.
    return finding === "missing" ? receipt : "look";
  }
  if (origin?.account) return "book_back";
  return takesBackReceipt(line, origin) ? receipt : "choose_account";
}

/** Whether a receipt of the opposite sign is right: the books have the first one as a receipt or a payment. */
export function takesBackReceipt(line: OfferedLine, origin: Origin | null): boolean {
  const recorded = origin?.payment?.kind;
  if (recorded === undefined) return false;
  if (line.kind === "refund" && line.gross < 0) return RECORDED_SALES.includes(recorded);
  return isWonDispute(line) && recorded === "RefundReceipt";
}
