import { MATCH_ORIGINS } from "@/lib/constants/matches";
import { LEDGER_PAYMENT_KINDS } from "@/lib/constants/payments";
import { calendarDate, currency, decimalString, storedId } from "@/lib/contracts/common";
import * as z from "@/lib/zod";

/**
 * A piece of evidence for or against a match.
 * @schema Evidence
 */
export const evidence = z.object({
  /** What was compared. */
  field: z.string(),
  /**
   * How it compares, such as exact_gross, same_name, shared_reference, only_candidate. A new version of the engine has new
   * ones; matches keep those of the version that made them.
   */
  level: z.string(),
  /** In bits: +1 doubles the odds, −1 halves them. The weights add up to the log2 odds of the probability. */
  weight: z.number(),
  /** For people: "Exact amount". */
  text: z.string(),
});
export type EvidenceView = z.infer<typeof evidence>;

/**
 * A payment of a match.
 * @schema MatchedPayment
 */
export const matchedPayment = z.object({
  /** The ledger's id; "planned-…" while the ledger does not hold it. */
  Id: z.string(),
  TxnDate: calendarDate,
  /** In the deposit's currency; negative for a refund. */
  TotalAmt: decimalString,
  CustomerName: z.string(),
  /** Its type of transaction, by QuickBooks' names. */
  kind: z.string(),
  /** As the ledger shows it; empty while it does not hold it. */
  number: z.string(),
  /** Its page in the books; empty while it has none. */
  quickbooks_url: z.string(),
  /** Whether it is still to be created, when the deposit is posted. */
  planned: z.boolean(),
});

/**
 * Payments of one customer that seem to record the same charge.
 * @schema RecordedTwice
 */
const recordedTwice = z.object({
  /** For the user: "482.50 of Blue Harbor is recorded twice". */
  text: z.string(),
  /** The records. */
  payments: z.array(
    z.object({
      /** Its type of transaction, by QuickBooks' names. */
      kind: z.enum(LEDGER_PAYMENT_KINDS),
      /** As the ledger shows it. */
      number: z.string(),
      quickbooks_url: z.string(),
      /** The record that the match uses; the others are open. */
      matched: z.boolean(),
    }),
  ),
});

/**
 * Which payments explain which lines of a deposit.
 * @schema Match
 */
export const matchView = z.object({
  /** The match's id. */
  id: z.uuid(),
  deposit_id: storedId,
  /** proposed: waits for a decision; accepted: decided by the engine or a user. */
  state: z.enum(["proposed", "accepted"]),
  /** auto: by the engine; suggestion: by the engine, confirmed by a user; manual: by a user. */
  origin: z.enum(MATCH_ORIGINS),
  /** How many lines explain how many payments. */
  kind: z.string(),
  /** The lines; empty where the deposit is matched as a whole. */
  line_ids: z.array(storedId),
  /** The payments; empty for lines that are booked without one. */
  payments: z.array(matchedPayment),
  /** Without a payment: the deposit line that records the charge. Fields are empty where none was chosen. */
  booked: z
    .object({
      /** The account's name. */
      account: z.string(),
      customer: z.string(),
      class: z.string(),
      memo: z.string(),
    })
    .nullable(),
  probability: z.number(),
  /** What lines and payments differ by, booked as a line of its own; "0.00" for none. */
  difference: decimalString,
  currency,
  evidence: z.array(evidence),
  /** Payments of it that seem to be recorded twice. */
  recorded_twice: z.array(recordedTwice),
});
export type MatchView = z.infer<typeof matchView>;

/**
 * payments − fees − refunds ± other = payout. Amounts are signed, so they add up as they are.
 * @schema SumProof
 */
export const sumProof = z.object({
  /** What customers paid. */
  payments: decimalString,
  /** What the processor took, negative; predicted where it doesn't report it. */
  fees: decimalString,
  /** What went back to customers, disputes included; negative. */
  refunds: decimalString,
  /** A part of the refunds: what disputes took away, less what they gave back. */
  disputes: decimalString,
  /** Everything else, such as adjustments and reserves. */
  other: decimalString,
  /** The unexplained rest; "0.00" when the sum closes. */
  difference: decimalString,
  /** How many charges have no match; what they and their fees come to explains the difference, or a part of it. */
  open_charges: z.number().int().nonnegative(),
  /** What customers paid for these, before fees. */
  open: decimalString,
  /** What the processor took of these, negative; not among `fees`. */
  open_fees: decimalString,
  /** What reaches the bank. */
  payout: decimalString,
  /** Whether the difference is zero. */
  closes: z.boolean(),
});
export type SumProof = z.infer<typeof sumProof>;
