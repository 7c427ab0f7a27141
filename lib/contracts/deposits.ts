import { BOOKING_KINDS } from "@/lib/constants/bookings";
import { readChangeCursor } from "@/lib/constants/deposit-changes";
import {
  CONNECTION_ID,
  CURRENCY_CODE,
  DEPOSIT_STATUSES,
  HAS_FILTERS,
  isFilterDate,
  LINE_KINDS,
  MAX_PAGE,
  MAX_PAGE_SIZE,
  MAX_SEARCH_LENGTH,
  PAYOUT_STATUSES,
  POSTED_FILTERS,
  POSTING_STATES,
  SORT_KEYS,
} from "@/lib/constants/deposits";
import { OPEN_ACTIONS, OPEN_REASONS } from "@/lib/constants/open-reasons";
import { ROLES } from "@/lib/constants/roles";
import {
  calendarDate,
  decimalString,
  messageResponse,
  queryNumber,
  rowId,
  text,
} from "@/lib/contracts/common";
import { defineEndpoint } from "@/lib/contracts/endpoint";
import { journal } from "@/lib/contracts/journal";
import { matchView, sumProof } from "@/lib/contracts/match-views";
import { lineQuestion } from "@/lib/contracts/questions";
import { sourceType } from "@/lib/contracts/source-type";
import { FIRST_OFFERS } from "@/lib/first-offer";
import * as z from "@/lib/zod";

export const depositStatus = z.enum(DEPOSIT_STATUSES);
export type DepositStatus = z.infer<typeof depositStatus>;

export const lineKind = z.enum(LINE_KINDS);

/** booked: recorded to an account without a payment, such as a fee. */
export const lineStatus = z.enum([...DEPOSIT_STATUSES, "booked"]);

/** `plateform` is the documented spelling. */
const depositLine = z.object({
  id: z.number().int(),
  description: z.string(),
  plateform: z.string(),
  entity: z.string(),
  /** Gross. */
  amount: decimalString,
  status: lineStatus,
});

export const payoutStatus = z.enum(PAYOUT_STATUSES);

/** The state of a matched deposit's posting; null when there is none. */
const posting = z
  .object({
    state: z.enum(POSTING_STATES),
    /** For the user: what to do when blocked or failed. */
    message: z.string(),
    /** An existing QuickBooks Deposit was linked instead of creating one. */
    adopted: z.boolean(),
  })
  .nullable();

/** Why a deposit is open, and what to do about it. */
export const openReason = z.object({
  code: z.enum(OPEN_REASONS),
  /** For the user: "Order #10260, 219.72, isn't in QuickBooks." */
  text: z.string(),
  /** The line that it is about; null for the deposit as a whole. */
  line_id: z.number().int().nullable(),
  /** Null: nothing can be done but wait. */
  action: z.enum(OPEN_ACTIONS).nullable(),
  /** The record in QuickBooks to look at; empty when there is none. */
  quickbooks_url: z.string(),
  /** QuickBooks' own words; empty when it said nothing. */
  details: z.string(),
  /** The account that its line is offered to be booked to; empty where it has to be chosen. */
  book_to: z.string(),
});
export type OpenReason = z.infer<typeof openReason>;

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
  /** The account at the processor, as it calls itself: a company may have several at one. */
  source_account: z.string(),
  payout_status: payoutStatus,
  /** For the user: the problem with the payout (returned, canceled, reversed), or empty. */
  payout_issue: z.string(),
  posting,
  /** The most urgent reason why it is open; null when nothing is left to do. */
  reason: openReason.nullable(),
  /** How many lines have no answer yet: no payment, no account, not postponed. */
  open_lines: z.number().int(),
  /** What the processor took, positive; predicted ones included. Of a payout without lines: what its match adds for it. */
  fees: decimalString,
  /** What is inside the payout. */
  line_counts: z.object({
    charges: z.number().int(),
    refunds: z.number().int(),
    disputes: z.number().int(),
  }),
  /** When anything here, its lines, matches, bookings, questions or its posting changed. */
  updated_at: z.iso.datetime(),
  /** Null for all but those that `updated_since` tells of after they were deleted here. */
  deleted_at: z.iso.datetime().nullable(),
  lines: z.array(depositLine),
});
export type Deposit = z.infer<typeof deposit>;

/** A day that the database knows too. */
export const filterDate = calendarDate.refine(isFilterDate, "Must be a date");

/** The date range is inclusive. */
export const depositFilter = z.object({
  /** Words of which each has to be found: an amount, a date, a customer, a number, a processor, an id. */
  q: text(MAX_SEARCH_LENGTH).optional(),
  status: z
    .string()
    .transform((value) => value.toLowerCase())
    .pipe(z.union([depositStatus, z.literal("all")]))
    .optional(),
  from: filterDate.optional(),
  to: filterDate.optional(),
  source: sourceType.optional(),
  /** One of several accounts at a processor. */
  connection_id: z.string().regex(CONNECTION_ID, "Must be the id of a connection").optional(),
  /**
   * no: not in QuickBooks yet; failed: QuickBooks refused it, or something that posting needs is missing; ready: waits
   * for a user to post it; already: was in QuickBooks already, or is booked elsewhere.
   */
  posted: z.enum(POSTED_FILTERS).optional(),
  /** What is inside the payout. */
  has: z.enum(HAS_FILTERS).optional(),
  /** ISO 4217. */
  currency: z
    .string()
    .transform((code) => code.toUpperCase())
    .pipe(z.string().regex(CURRENCY_CODE, "Must be a currency such as USD"))
    .optional(),
});

/** What is filtered, on all pages together. */
const depositTotal = z.object({
  currency: z.string(),
  count: z.number().int(),
  /** Net. */
  amount: decimalString,
  /** What the processor took, positive; predicted ones included. Of a payout without lines: what its match adds for it. */
  fees: decimalString,
});
export type DepositTotal = z.infer<typeof depositTotal>;

const sortKey = z.enum(SORT_KEYS);
/** A column; a leading "-" reverses the order. */
export const depositSort = z.union([sortKey, z.templateLiteral(["-", sortKey])]);

/** An instant with its offset, "2026-03-05T10:00:00Z", that the database knows too. */
const instant = z.iso
  .datetime({ offset: true })
  .refine((value) => isFilterDate(value.slice(0, 10)), "Must be a time");

export const depositList = defineEndpoint({
  method: "GET",
  path: "/qb/deposit-status/",
  summary: "All deposits; optionally paged, searched and sorted",
  access: "session",
  role: "viewer",
  apiTokens: true,
  query: depositFilter
    .extend({
      /**
       * Only what has changed since, deleted deposits too: `updated_until` of an earlier answer, or a time long ago to begin
       * with. A deposit that a further filter no longer lets through isn't given, so follow without any.
       */
      updated_since: instant.optional(),
      /** 1 where only `page_size` is given. Without both, the answer has all deposits with all their lines. */
      page: queryNumber(1, MAX_PAGE).optional(),
      /** 50 where only `page` or `after` is given. Always give it: ten thousand deposits are about 14 MB. */
      page_size: queryNumber(1, MAX_PAGE_SIZE).optional(),
      /** `updated` where `updated_since` is given, otherwise `-date`. */
      sort: z.union([depositSort, z.enum(["updated", "-updated"])]).optional(),
      /** Part of `next`, in the order of `updated`, in place of `page`. */
      after: text(80)
        .refine((cursor) => readChangeCursor(cursor) !== null, "Must be part of an earlier `next`")
        .optional(),
      /** Add up what is filtered. */
      totals: z.enum(["yes", "no"]).optional(),
    })
    .refine(
      ({ after, updated_since, page, sort = "updated" }) =>
        after === undefined ||
        (updated_since !== undefined && page === undefined && sort === "updated"),
      { path: ["after"], message: "Send the whole of an earlier `next`" },
    ),
  response: z.object({
    deposits: z.array(deposit),
    bank_name: z.string(),
    total: z.number().int(),
    /** By currency; empty when not asked for, when nothing is filtered, and for more than 20,000 deposits. */
    totals: z.array(depositTotal),
    page: z.number().int(),
    page_size: z.number().int(),
    /**
     * The query of the next page, to be sent as it is; null at the end, and where the answer has all. In the order of
     * `updated` a deposit that changes meanwhile is neither missed nor in the way; in any other, pages may shift.
     */
    next: z.string().nullable(),
    /** The `updated_since` to ask with next; null without one. Some deposits come twice then, none is missed. */
    updated_until: z.iso.datetime().nullable(),
  }),
});
export type DepositList = z.infer<typeof depositList.response>;

/** What is offered first for a line without an answer: the same as the action of its reason. */
export const lineOffer = z.object({
  first: z.enum(FIRST_OFFERS),
  /** For book_back: where what the line takes back was booked. */
  book_to: z.object({ Id: z.string(), Name: z.string() }).nullable(),
  /** For the user: what the line takes back, such as the dispute that was won; empty where it isn't known. */
  origin: z.string(),
});
export type LineOffer = z.infer<typeof lineOffer>;

/** A part of a deposit that no payment explains, and the account that it is booked to. */
const booking = z.object({
  line_id: z.number().int(),
  kind: z.enum(BOOKING_KINDS),
  amount: decimalString,
  /** For the user: "Refund of 45.00 to Blue Harbor isn't in QuickBooks." */
  text: z.string(),
  /** Null: a user has to choose it before the deposit is posted. */
  account: z.string().nullable(),
  /** For the user: "Always for refunds from Stripe"; empty where each one is decided separately. */
  always: z.string(),
});
export type BookingView = z.infer<typeof booking>;

/** A payment that a user chose to have created for lines of a deposit, with what it is created from. */
const plannedPayment = z.object({
  /** As in the matches. */
  payment_id: z.string(),
  match_id: z.string(),
  /** Null while QuickBooks does not hold it. */
  created_at: z.string().nullable(),
  is_new_customer: z.boolean(),
  /** Of a receipt; empty where none was chosen. */
  item: z.string(),
  tax_code: z.string(),
  class: z.string(),
  reference: z.string(),
  note: z.string(),
  /** What it pays; empty for a receipt. */
  invoices: z.array(z.object({ Id: z.string(), number: z.string(), amount: decimalString })),
  /** What is left of it as the customer's credit. */
  credit: decimalString,
});
export type PlannedPaymentView = z.infer<typeof plannedPayment>;

export const depositDetail = defineEndpoint({
  method: "GET",
  path: "/qb/deposit/",
  summary: "One deposit with its lines, matches, sum proof and history",
  access: "session",
  role: "viewer",
  apiTokens: true,
  query: z.object({ deposit_id: rowId }),
  response: z.object({
    deposit: deposit.extend({
      lines: z.array(
        depositLine.extend({
          kind: lineKind,
          date: calendarDate,
          fee: decimalString,
          /** The processor does not report fees: `fee` is predicted. */
          fee_predicted: z.boolean(),
          net: decimalString,
          /** What the customer paid, where the processor converted it to `amount`. */
          paid: z.object({ amount: decimalString, currency: z.string() }).optional(),
          /** Why it is open, as it was found last; null where it isn't, or nothing was found. */
          finding: z.enum(OPEN_REASONS).nullable(),
          /** Null for a line with an answer. */
          offer: lineOffer.nullable(),
          match_id: z.string().nullable(),
          /** Postponed until that day; null when it isn't. */
          wait: z.object({ until: calendarDate, note: z.string() }).nullable(),
        }),
      ),
      /** Questions to clients about its lines, the newest first. */
      questions: z.array(lineQuestion),
      /** Who was asked last, about any deposit; empty if no one was. */
      last_asked: z.string(),
    }),
    bank_name: z.string(),
    /** Nothing of it is dated earlier in the books, because they were closed; null: its own day counts. */
    earliest_date: calendarDate.nullable(),
    /** All reasons why the deposit is open, the most urgent first. */
    reasons: z.array(openReason),
    /** The Deposit's page in QuickBooks; empty until posted. */
    quickbooks_url: z.string(),
    /** Present while another company in this installation, with the same books, shows this Deposit: an undo reopens it there. */
    shown_elsewhere: z.literal(true).optional(),
    /** The deposit is unmatched and the books have no open payment in its currency. */
    currency_differs: z.boolean(),
    time_zone: z.string(),
    matches: z.array(matchView),
    /** Of an open deposit: what a user had chosen before its match was undone, and can choose again; the latest first. */
    earlier_choices: z.array(
      z.object({ line_ids: z.array(z.number().int()), payment_ids: z.array(z.string()) }),
    ),
    proof: sumProof,
    bookings: z.array(booking),
    planned: z.array(plannedPayment),
    /** Null while the deposit doesn't add up, and where it is not known what someone else posted. */
    journal: journal.nullable(),
    history: z.array(
      z.object({
        at: z.string(),
        who: z.string(),
        /** The role that they had at the time; null: the product itself, and what happened outside a session. */
        role: z.enum(ROLES).nullable(),
        action: z.string(),
        text: z.string(),
      }),
    ),
  }),
});
export type DepositDetail = z.infer<typeof depositDetail.response>;

export const depositRef = z.object({ deposit_id: rowId });

export const deleteDeposit = defineEndpoint({
  method: "POST",
  path: "/qb/delete-deposit/",
  summary: "Delete a deposit here; QuickBooks isn't changed",
  access: "session",
  role: "bookkeeper",
  apiTokens: true,
  conflicts: ["already_posted", "posting_in_progress", "undo_in_progress"],
  body: depositRef,
  response: messageResponse,
});

export const retryPosting = defineEndpoint({
  method: "POST",
  path: "/qb/retry-posting/",
  work: "post",
  summary: "Retry a failed or blocked posting",
  access: "session",
  role: "bookkeeper",
  apiTokens: true,
  conflicts: ["not_waiting"],
  body: depositRef,
  response: messageResponse,
});
