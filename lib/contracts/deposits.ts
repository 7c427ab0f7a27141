import { calendarDate, decimalString, messageResponse, rowId, text } from "@/lib/contracts/common";
import { defineEndpoint } from "@/lib/contracts/endpoint";
import {
  DEPOSIT_STATUSES,
  isFilterDate,
  LAST_PAGE,
  LONGEST_SEARCH,
  MOST_PER_PAGE,
  SORT_KEYS,
} from "@/lib/contracts/values/deposits";
import * as z from "@/lib/zod";

export const depositStatus = z.enum(DEPOSIT_STATUSES);
export type DepositStatus = z.infer<typeof depositStatus>;

export const lineKind = z.enum([
  "charge",
  "refund",
  "dispute",
  "dispute_reversal",
  "fee",
  "adjustment",
  "reserve",
  "other",
]);
export type LineKind = z.infer<typeof lineKind>;

/** booked: needs no payment, goes to an account (fees and the like). */
export const lineStatus = z.enum(["pending", "suggested", "matched", "posted", "booked"]);

/** `plateform` is spelt as the documented clients read it. */
const depositLine = z.object({
  id: z.number().int(),
  description: z.string(),
  plateform: z.string(),
  entity: z.string(),
  /** Gross. */
  amount: decimalString,
  status: lineStatus,
});

/** Where the payout stands at its processor. */
export const payoutStatus = z.enum(["pending", "in_transit", "paid", "failed", "canceled"]);

/** Where the posting of a matched deposit stands; null when there is none. */
const posting = z
  .object({
    state: z.enum(["queued", "sending", "posted", "blocked", "failed", "undoing"]),
    /** For people: what to do when blocked or failed. */
    message: z.string(),
    /** QuickBooks had the Deposit already: we only link to it. */
    adopted: z.boolean(),
  })
  .nullable();

export const deposit = z.object({
  id: z.number().int(),
  txn_date: calendarDate,
  total_amt: decimalString,
  currency: z.string(),
  deposit_to_acc_name: z.string(),
  /** Empty until posted. */
  quickbook_id: z.string(),
  status: depositStatus,
  source: z.string(),
  source_id: z.string(),
  payout_status: payoutStatus,
  /** For people: what is wrong with the payout (sent back, canceled, reversed); empty when nothing is. */
  payout_issue: z.string(),
  posting,
  lines: z.array(depositLine),
});
export type Deposit = z.infer<typeof deposit>;

const filterDate = calendarDate.refine(isFilterDate, "Must be a date");

/** Which deposits; both ends of the range belong to it. */
export const depositFilter = z.object({
  q: text(LONGEST_SEARCH).optional(),
  status: z
    .string()
    .transform((value) => value.toLowerCase())
    .pipe(z.union([depositStatus, z.literal("all")]))
    .optional(),
  from: filterDate.optional(),
  to: filterDate.optional(),
});

const sortKey = z.enum(SORT_KEYS);
/** A column of the list; "-" in front of it: the other way round. */
export const depositSort = z.union([sortKey, z.templateLiteral(["-", sortKey])]);

export const depositList = defineEndpoint({
  method: "GET",
  path: "/qb/deposit-status/",
  summary: "All deposits; paged, searched and sorted in the database when asked to",
  access: "session",
  query: depositFilter.extend({
    page: z.coerce.number().int().min(1).max(LAST_PAGE).optional(),
    page_size: z.coerce.number().int().min(1).max(MOST_PER_PAGE).optional(),
    sort: depositSort.optional(),
  }),
  response: z.object({
    deposits: z.array(deposit),
    bank_name: z.string(),
    total: z.number().int(),
    page: z.number().int(),
    page_size: z.number().int(),
  }),
});
export type DepositList = z.infer<typeof depositList.response>;

const evidence = z.object({
  field: z.string(),
  level: z.string(),
  /** In bits. */
  weight: z.number(),
  text: z.string(),
});
export type EvidenceView = z.infer<typeof evidence>;

/** One payment as a match shows it. */
const matchedPayment = z.object({
  Id: z.string(),
  TxnDate: calendarDate,
  TotalAmt: decimalString,
  CustomerName: z.string(),
  kind: z.string(),
});

export const matchView = z.object({
  id: z.string(),
  deposit_id: z.number().int(),
  state: z.enum(["proposed", "accepted"]),
  origin: z.enum(["auto", "suggestion", "manual"]),
  kind: z.string(),
  line_ids: z.array(z.number().int()),
  payments: z.array(matchedPayment),
  probability: z.number(),
  difference: decimalString,
  currency: z.string(),
  evidence: z.array(evidence),
});
export type MatchView = z.infer<typeof matchView>;

/** The receipt: payments − fees − refunds ± other = payout. Amounts are signed as they add up. */
export const sumProof = z.object({
  payments: decimalString,
  fees: decimalString,
  refunds: decimalString,
  other: decimalString,
  /** What is still unexplained; "0.00" when it closes. */
  difference: decimalString,
  payout: decimalString,
  closes: z.boolean(),
});
export type SumProof = z.infer<typeof sumProof>;

export const depositDetail = defineEndpoint({
  method: "GET",
  path: "/qb/deposit/",
  summary: "One deposit with its lines, matches, sum proof and history",
  access: "session",
  query: z.object({ deposit_id: rowId }),
  response: z.object({
    deposit: deposit.extend({
      lines: z.array(
        depositLine.extend({
          kind: lineKind,
          date: calendarDate,
          fee: decimalString,
          /** The fee is our prediction: this processor tells none. */
          fee_predicted: z.boolean(),
          net: decimalString,
          match_id: z.string().nullable(),
        }),
      ),
    }),
    bank_name: z.string(),
    /** Where QuickBooks shows the Deposit; empty until it is posted. */
    quickbooks_url: z.string(),
    /** It is still to be matched, and the books hold no open payment in its currency. */
    currency_differs: z.boolean(),
    /** The company's: the history's times are read in it. */
    time_zone: z.string(),
    matches: z.array(matchView),
    proof: sumProof,
    history: z.array(
      z.object({ at: z.string(), who: z.string(), action: z.string(), text: z.string() }),
    ),
  }),
});
export type DepositDetail = z.infer<typeof depositDetail.response>;

export const depositRef = z.object({ deposit_id: rowId });

export const deleteDeposit = defineEndpoint({
  method: "POST",
  path: "/qb/delete-deposit/",
  summary: "Delete a deposit here; what is in QuickBooks stays",
  access: "session",
  body: depositRef,
  response: messageResponse,
});

export const retryPosting = defineEndpoint({
  method: "POST",
  path: "/qb/retry-posting/",
  summary: "Try a failed or waiting posting again",
  access: "session",
  body: depositRef,
  response: messageResponse,
});
