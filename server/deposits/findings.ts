import { z } from "zod";
import type { OpenReasonCode } from "@/lib/constants/open-reasons";
import { LEDGER_PAYMENT_KINDS } from "@/lib/constants/payments";
import type { EvidenceView } from "@/lib/contracts/match-views";
import type { CustomerProfile } from "@/matching/engine/customer-profile";

/** What the engine can find about a line without a sure match. */
export const LINE_CODES = [
  "in_bank",
  "other_account",
  "suggested",
  "ambiguous",
  "amount_differs",
  "partly_paid",
  "invoice_open",
  "missing",
  "already_matched",
  "outside_window",
  "currency_differs",
  "part_of_payment",
] as const satisfies readonly OpenReasonCode[];
export type LineCode = (typeof LINE_CODES)[number];

const paymentFact = z.object({
  /** Of our row. */
  id: z.number(),
  kind: z.enum(LEDGER_PAYMENT_KINDS),
  quickbooksId: z.string(),
  /** As the ledger shows it; often empty. */
  number: z.string(),
  customer: z.string(),
  /** Signed, minor units. */
  amount: z.number(),
  currency: z.string(),
  /** A calendar date. */
  date: z.string(),
  /** The Deposit in the books that it is on, where that is none of ours. */
  depositedOn: z.string().optional(),
  /** The bank account that it was booked to straight away. */
  bankName: z.string().optional(),
  /** Another account that it was booked to; an empty name where that isn't known. */
  otherAccount: z
    .object({
      name: z.string(),
      /** What in the settings of the books would open it: choosing the account, an earlier day for it, or nothing. */
      openedBy: z.enum(["account", "day"]).nullable(),
    })
    .optional(),
});
/** A payment as it was when the engine looked at it. */
export type PaymentFact = z.infer<typeof paymentFact>;

const invoiceFact = z.object({
  quickbooksId: z.string(),
  number: z.string(),
  customer: z.string(),
  /** What is left to pay, minor units. */
  balance: z.number(),
});
export type InvoiceFact = z.infer<typeof invoiceFact>;

/** What a charge and the payment of the same customer may differ by. */
const DIFFERENCE_CAUSES = ["tip", "other_means"] as const;

const money = z.object({ amount: z.number(), currency: z.string() });

const lineFinding = z.object({
  /** Null for a deposit that is matched as a whole. */
  lineId: z.number().nullable(),
  code: z.enum(LINE_CODES),
  /** That the best of `payments` is the line's, 0 to 1. */
  probability: z.number(),
  /** What the line could be, best first; of a group, the first ones. */
  payments: z.array(paymentFact),
  /** Only of several payments that are matched together: all of them. `amount` in minor units. */
  group: z.object({ payments: z.number(), amount: z.number() }).optional(),
  /** What may be between the line and the payment. */
  cause: z.enum(DIFFERENCE_CAUSES).optional(),
  /** Of a payment in the currency that the customer paid: that, and what the books have the payment at. */
  exchange: z.object({ paid: money, worth: money.nullable() }).optional(),
  /** The other lines that the payment is for: their amounts, minor units, and the days of their payouts. */
  otherParts: z.array(z.object({ amount: z.number(), date: z.string() })).optional(),
  /** The open invoice that it may pay. */
  invoice: invoiceFact.nullable(),
});
export type LineFinding = z.infer<typeof lineFinding>;

const findings = z.object({
  lines: z.array(lineFinding),
  /** Ids of lines that wait for an account. */
  unbooked: z.array(z.number()),
  /** What no line explains although each has its payments: payout − payments and bookings, minor units. */
  difference: z.number(),
});

/** Why a deposit is open, as the engine last found it. */
export type Findings = z.infer<typeof findings>;

/** Findings as they are stored; null where there are none, or those of another version of the program. */
export function parseFindings(stored: unknown): Findings | null {
  return stored === null || stored === undefined ? null : (findings.safeParse(stored).data ?? null);
}

const storedEvidence = z.array(
  z.object({ field: z.string(), level: z.string(), weight: z.number(), text: z.string() }),
);

/** The evidence stored with a match; none for a manual match. */
export function parseEvidence(stored: unknown): EvidenceView[] {
  return storedEvidence.parse(stored);
}

const texts = z.array(z.string()).exactOptional();
const storedCustomer = z.object({
  id: z.string().exactOptional(),
  names: texts,
  parent: z.string().exactOptional(),
  emails: texts,
  phones: texts,
});

/** The customer stored with a line or payment; null where none is known, or the stored value is unreadable. */
export function parseCustomer(stored: unknown): CustomerProfile | null {
  return stored === null ? null : (storedCustomer.safeParse(stored).data ?? null);
}
