import { MATCH_ORIGINS } from "@/lib/constants/matches";
import { LEDGER_PAYMENT_KINDS } from "@/lib/constants/payments";
import { calendarDate, decimalString } from "@/lib/contracts/common";
import * as z from "@/lib/zod";

export const evidence = z.object({
  field: z.string(),
  level: z.string(),
  /** In bits. */
  weight: z.number(),
  text: z.string(),
});
export type EvidenceView = z.infer<typeof evidence>;

export const matchedPayment = z.object({
  /** QuickBooks' id; "planned-…" while QuickBooks does not hold it. */
  Id: z.string(),
  TxnDate: calendarDate,
  TotalAmt: decimalString,
  CustomerName: z.string(),
  kind: z.string(),
  /** As QuickBooks shows it; empty while it does not hold it. */
  number: z.string(),
  /** Its page in QuickBooks; empty while it has none. */
  quickbooks_url: z.string(),
  /** Is created when the deposit is posted. */
  planned: z.boolean(),
});

/** Payments of one customer that seem to record the same charge. */
const recordedTwice = z.object({
  /** For the user: "482.50 of Blue Harbor is recorded twice". */
  text: z.string(),
  payments: z.array(
    z.object({
      kind: z.enum(LEDGER_PAYMENT_KINDS),
      /** As QuickBooks shows it. */
      number: z.string(),
      quickbooks_url: z.string(),
      /** The record that the match uses; the others are open. */
      matched: z.boolean(),
    }),
  ),
});

export const matchView = z.object({
  id: z.string(),
  deposit_id: z.number().int(),
  state: z.enum(["proposed", "accepted"]),
  origin: z.enum(MATCH_ORIGINS),
  kind: z.string(),
  line_ids: z.array(z.number().int()),
  payments: z.array(matchedPayment),
  /** Without a payment: the deposit line that records the charge. Fields are empty where none was chosen. */
  booked: z
    .object({ account: z.string(), customer: z.string(), class: z.string(), memo: z.string() })
    .nullable(),
  probability: z.number(),
  difference: decimalString,
  currency: z.string(),
  evidence: z.array(evidence),
  recorded_twice: z.array(recordedTwice),
});
export type MatchView = z.infer<typeof matchView>;

/** payments − fees − refunds ± other = payout. Amounts are signed, so they add up as they are. */
export const sumProof = z.object({
  payments: decimalString,
  fees: decimalString,
  /** With disputes. */
  refunds: decimalString,
  /** A part of the refunds: what disputes took away, less what they gave back. */
  disputes: decimalString,
  other: decimalString,
  /** The unexplained rest; "0.00" when the sum closes. */
  difference: decimalString,
  payout: decimalString,
  closes: z.boolean(),
});
export type SumProof = z.infer<typeof sumProof>;
