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
import {
  calendarDate,
  currency,
  decimalString,
  instant,
  queryNumber,
  rowId,
  storedId,
  text,
} from "@/lib/contracts/common";
import { defineEndpoint } from "@/lib/contracts/endpoint";
import { sourceType } from "@/lib/contracts/source-type";
import * as z from "@/lib/zod";

/**
 * pending: no match; suggested: a match waits for a decision; matched: decided; posted: in the books.
 * @schema DepositStatus
 */
export const depositStatus = z.enum(DEPOSIT_STATUSES);
export type DepositStatus = z.infer<typeof depositStatus>;

/**
 * What a line is; other: any kind that the processor has besides these.
 * @schema LineKind
 */
export const lineKind = z.enum(LINE_KINDS);

/**
 * As of a deposit, or booked: recorded to an account without a payment, such as a fee.
 * @schema LineStatus
 */
export const lineStatus = z.enum([...DEPOSIT_STATUSES, "booked"]);

/**
 * A transaction inside a payout.
 * @schema DepositLine
 */
export const depositLine = z.object({
  /** The line's id. */
  id: storedId,
  description: z.string(),
  /** The processor's name, as `source` of the deposit. The spelling is the documented one. */
  plateform: z.string(),
  /** The customer, as the processor knows them; empty for none. */
  entity: z.string(),
  /** Gross, before fees, in the deposit's currency; negative where money goes out. */
  amount: decimalString,
  /** What became of the line. */
  status: lineStatus,
});

/**
 * The state of a payout at its processor.
 * @schema PayoutStatus
 */
export const payoutStatus = z.enum(PAYOUT_STATUSES);

/**
 * The state of a matched deposit's posting.
 * @schema Posting
 */
const posting = z
  .object({
    /** held: waits for a person to post it; blocked: something is missing; failed: the ledger refused it. */
    state: z.enum(POSTING_STATES),
    /** For the user: what to do when blocked or failed. */
    message: z.string(),
    /** An existing Deposit was linked instead of creating one. */
    adopted: z.boolean(),
  })
  .nullable();

/**
 * Why a deposit is open, and what to do about it.
 * @schema OpenReason
 */
export const openReason = z.object({
  /** For programs. */
  code: z.enum(OPEN_REASONS),
  /** For the user: "Order #10260, 219.72, isn't in QuickBooks." */
  text: z.string(),
  /** The line that it is about; null for the deposit as a whole. */
  line_id: storedId.nullable(),
  /** The one thing that a user can do about it; null: nothing but wait. */
  action: z.enum(OPEN_ACTIONS).nullable(),
  /** The record in the books to look at; empty when there is none. */
  quickbooks_url: z.string(),
  /** The ledger's own words; empty when it said nothing. */
  details: z.string(),
  /** The account that its line is offered to be booked to; empty where it has to be chosen. */
  book_to: z.string(),
  /** The account that its payments are in, of other_account; empty where that isn't known, and of other codes. */
  account: z.string(),
});
export type OpenReason = z.infer<typeof openReason>;

/**
 * A payout of a payment processor, which becomes one Deposit in the books.
 * @schema Deposit
 */
export const deposit = z.object({
  /** The deposit's id. */
  id: storedId,
  /** When the money reaches the bank, as the processor says; the date of the Deposit in the books. */
  txn_date: calendarDate,
  /** What reaches the bank, in `currency`; negative where the processor takes money back. */
  total_amt: decimalString,
  currency,
  /** The bank account in the books that it is deposited to; empty while none is chosen. */
  deposit_to_acc_name: z.string(),
  /** The ledger's id of the Deposit; empty until posted. */
  quickbook_id: z.string(),
  /** How far it is matched. */
  status: depositStatus,
  /** The processor's name, for people: "Stripe", "Authorize.Net". */
  source: z.string(),
  /** The processor as filters and settings name it. */
  source_type: sourceType,
  /** The processor's id of the payout. */
  source_id: z.string(),
  /** The account at the processor, as it calls itself: a company may have several at one. */
  source_account: z.string(),
  /** How far the payout is on its way to the bank. */
  payout_status: payoutStatus,
  /** For the user: the problem with the payout (returned, canceled, reversed), or empty. */
  payout_issue: z.string(),
  /** Null while nothing is to be posted, and once the posting was undone. */
  posting,
  /** The most urgent reason why it is open; null when nothing is left to do. */
  reason: openReason.nullable(),
  /** How many lines have no answer yet: no payment, no account, not postponed. */
  open_lines: z.number().int(),
  /** What the processor took, positive; predicted ones included. Of a payout without lines: what its match adds for it. */
  fees: decimalString,
  /** What is inside the payout. */
  line_counts: z.object({
    /** How many charges. */
    charges: z.number().int(),
    /** How many refunds. */
    refunds: z.number().int(),
    /** How many disputes. */
    disputes: z.number().int(),
  }),
  /** When anything here, its lines, matches, bookings, questions or its posting changed. */
  updated_at: instant,
  /** When it was deleted here; only `updated_since` lists deleted deposits. */
  deleted_at: instant.nullable(),
  /** Its transactions; none where the processor lists none. */
  lines: z.array(depositLine),
});
export type Deposit = z.infer<typeof deposit>;

// A day that the database knows too.
export const filterDate = calendarDate.refine(isFilterDate, "Must be a date");

/** Which deposits; without any of these, all. */
export const depositFilter = z.object({
  /** Words of which each has to be found: an amount, a date, a customer, a number, a processor, an id. */
  q: text(MAX_SEARCH_LENGTH).optional(),
  /** How far it is matched; in capitals too. */
  status: z
    .string()
    .transform((value) => value.toLowerCase())
    .pipe(z.union([depositStatus, z.literal("all")]))
    .optional(),
  /** The first day of the payouts, included. */
  from: filterDate.optional(),
  /** The last day of the payouts, included. */
  to: filterDate.optional(),
  /** The processor. */
  source: sourceType.optional(),
  /** One of several accounts at a processor: `id` of /user/integrations/. */
  connection_id: z.string().regex(CONNECTION_ID, "Must be the id of a connection").optional(),
  /**
   * no: not in the books yet; failed: the ledger refused it, or something that posting needs is missing; ready: waits
   * for a user to post it; already: was in the books already, or is booked elsewhere.
   */
  posted: z.enum(POSTED_FILTERS).optional(),
  /** Only payouts with such a line. */
  has: z.enum(HAS_FILTERS).optional(),
  /** The payout's currency, an ISO 4217 code. */
  currency: z
    .string()
    .transform((code) => code.toUpperCase())
    .pipe(z.string().regex(CURRENCY_CODE, "Must be a currency such as USD"))
    .optional(),
});

/**
 * The sums of the deposits that the filter finds, on all pages together.
 * @schema DepositTotal
 */
const depositTotal = z.object({
  currency,
  /** How many deposits. */
  count: z.number().int(),
  /** Net: what reaches the bank. */
  amount: decimalString,
  /** What the processor took, positive; predicted ones included. Of a payout without lines: what its match adds for it. */
  fees: decimalString,
});
export type DepositTotal = z.infer<typeof depositTotal>;

/** Each key, and each with "-" before it, which reverses the order. */
function bothWays<const Key extends string>(keys: readonly Key[]): (Key | `-${Key}`)[] {
  return keys.flatMap((key): (Key | `-${Key}`)[] => [key, `-${key}`]);
}

/** A column; a leading "-" reverses the order. */
export const depositSort = z.enum(bothWays(SORT_KEYS));

/** As {@link depositSort}, or by the last change. */
export const depositListSort = z.enum(bothWays([...SORT_KEYS, "updated"]));

/** An instant with its offset, "2026-03-05T10:00:00Z", that the database knows too. */
const givenInstant = z.iso
  .datetime({ offset: true })
  .refine((value) => isFilterDate(value.slice(0, 10)), "Must be a time");

/** All of them; optionally paged, searched and sorted. */
export const depositList = defineEndpoint({
  method: "GET",
  path: "/qb/deposit-status/",
  summary: "List deposits",
  access: "session",
  role: "viewer",
  apiTokens: true,
  // Up to when changes have appeared depends on the moment.
  kept: ({ updated_until }) => updated_until === null,
  problems: ["not_found"],
  query: depositFilter
    .extend({
      /**
       * Only what has changed since, deleted deposits too: `updated_until` of an earlier answer, or a time long ago to begin
       * with. A deposit that a further filter no longer lets through isn't given, so follow without any.
       */
      updated_since: givenInstant.optional(),
      /** The page, counted from 1: without it 1, where `page_size` is given. Without both, the answer has all deposits with all their lines. */
      page: queryNumber(1, MAX_PAGE).optional(),
      /** Deposits on a page: 50 where only `page` or `after` is given. Always give it: ten thousand deposits are about 14 MB. */
      page_size: queryNumber(1, MAX_PAGE_SIZE).optional(),
      /** The order: without it, `updated` where `updated_since` is given, otherwise `-date`. */
      sort: depositListSort.optional(),
      /** Part of `next`, in the order of `updated`, in place of `page`. */
      after: text(80)
        .refine((cursor) => readChangeCursor(cursor) !== null, "Must be part of an earlier `next`")
        .optional(),
      /** Whether to add up what is filtered. */
      totals: z.enum(["yes", "no"]).optional(),
    })
    .refine(
      ({ after, updated_since, page, sort = "updated" }) =>
        after === undefined ||
        (updated_since !== undefined && page === undefined && sort === "updated"),
      { path: ["after"], message: "Send the whole of an earlier `next`" },
    ),
  response: z.object({
    /** The deposits on the page. */
    deposits: z.array(deposit),
    /** The company's bank account in the books; empty while none is chosen. */
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
    /** The `updated_since` to ask with next; null without one. Some deposits may then come twice; none is missed. */
    updated_until: z.iso.datetime().nullable(),
  }),
});
export type DepositList = z.infer<typeof depositList.response>;

export const depositRef = z.object({ deposit_id: rowId });
