import { DIFFERENCE_NOTE_LENGTH, UNDO_EFFECTS } from "@/lib/constants/matches";
import { readCursor } from "@/lib/constants/suggestions";
import {
  amountNumber,
  instant,
  messageResponse,
  namedRef,
  rowId,
  storedId,
  text,
} from "@/lib/contracts/common";
import { deposit, depositRef, depositStatus } from "@/lib/contracts/deposits";
import { defineEndpoint } from "@/lib/contracts/endpoint";
import { matchView, sumProof } from "@/lib/contracts/match-views";
import * as z from "@/lib/zod";

/** Reads what changed in the books first. */
export const autoMatch = defineEndpoint({
  method: "POST",
  path: "/qb/auto-match/",
  work: "match",
  summary: "Auto-match a deposit",
  access: "session",
  role: "bookkeeper",
  apiTokens: true,
  problems: ["already_posted", "not_found", "paused", "payout_in_transit", "too_many_open"],
  body: depositRef,
  response: messageResponse.extend({
    status: depositStatus,
    /** Unmatched payments in the books, and when they were read; null: never. */
    looked_at: z.object({
      /** How many there are. */
      payments: z.number().int(),
      /** When they were read. */
      read_at: instant.nullable(),
    }),
    /** For the user: "Looked at 47 payments, read just now. Order #10260, 219.72, isn't in QuickBooks." */
    result: z.string(),
  }),
});

/** If it is posted, its deposit in the books is deleted first. */
export const undoDeposit = defineEndpoint({
  method: "POST",
  path: "/qb/undo/",
  work: "undo",
  summary: "Undo a match",
  access: "session",
  role: "bookkeeper",
  apiTokens: true,
  problems: [
    "changed_meanwhile",
    "not_connected",
    "not_found",
    "not_matched",
    "other_books",
    "paused",
    "posting_in_progress",
    "provider_error",
    "undo_in_progress",
  ],
  callsProvider: true,
  body: depositRef.extend({
    /** The effect that the user agreed to. Refused with 409 if the undo would have another one. */
    effect: z.enum(UNDO_EFFECTS).optional(),
  }),
  response: messageResponse.extend({ status: depositStatus }),
});

// The documented client strips a prefix from a string.
const idList = z
  .array(z.union([z.string().min(1).max(64), z.number().int()]))
  .min(1)
  .max(500);

export const matchTransaction = defineEndpoint({
  method: "POST",
  path: "/qb/match-transaction/",
  work: "match",
  summary: "Match deposits and payments manually",
  access: "session",
  role: "bookkeeper",
  apiTokens: true,
  problems: [
    "already_matched",
    "changed_meanwhile",
    "decision_needed",
    "not_connected",
    "not_found",
    "paused",
    "payment_unavailable",
    "payout_failed",
    "too_many_open",
    "unusable_input",
  ],
  callsProvider: true,
  body: z.object({
    /** Ids of the deposits, whatever their processor: "deposit-12", or 12. */
    stripe_transaction_ids: idList,
    /** The sum of the deposits that the decision is based on, in units of their currency. Refused with 409 where it has changed. */
    stripe_transaction_amount: amountNumber,
    /** The ledger's ids of the payments. */
    quickbooks_transaction_ids: idList,
    /** The sum of the payments that the decision is based on, in units of their currency. */
    quickbooks_transaction_amount: amountNumber,
    /** Which payment belongs to which line of the one deposit; otherwise amounts and names decide. */
    pairs: z
      .array(
        z.object({
          line_id: rowId,
          /** The ledger's id of the payment. */
          quickbooks_transaction_id: z.string().min(1).max(64),
        }),
      )
      .max(1_000)
      .optional(),
    /** The account that the difference is booked to; without it, the sums have to be equal. */
    difference_account: z.object({ Id: z.string().min(1).max(64), Name: text(200) }).optional(),
    /** The customer that the difference is booked for. */
    difference_customer: namedRef.optional(),
    /** The part of the business that it is booked for. */
    difference_class: namedRef.optional(),
    /** For the books: why there is a difference. */
    difference_note: text(DIFFERENCE_NOTE_LENGTH).optional(),
  }),
  response: messageResponse,
});

/**
 * A deposit with a suggested match, as it waits for a decision.
 * @schema Suggestion
 */
const suggestion = z.object({
  /** The payout. */
  deposit,
  /** Its matches; those that are proposed wait for the decision. */
  matches: z.array(matchView),
  proof: sumProof,
  /** How likely all of it is right, from 0 to 1. */
  probability: z.number(),
  /** For the user: what waits for an account; empty when nothing does. */
  waiting: z.string(),
});

/** Deposits with a suggested match, each with its evidence. */
export const suggestionList = defineEndpoint({
  method: "GET",
  path: "/qb/suggestions/",
  summary: "List suggested matches",
  access: "session",
  role: "viewer",
  apiTokens: true,
  kept: () => true,
  query: z.object({
    /** `next` of the previous answer; without it, the oldest ones. */
    after: text(30)
      .refine((cursor) => readCursor(cursor) !== null, "Must be `next` of an earlier answer")
      .optional(),
  }),
  response: z.object({
    /** The oldest first, at most 200. */
    suggestions: z.array(suggestion),
    /** How many there are in all; the list has the oldest ones, or those that follow `after`. */
    total: z.number().int(),
    /** `after` of the next call; null at the end. */
    next: z.string().nullable(),
  }),
});
export type Suggestion = z.infer<typeof suggestion>;

export const confirmMatch = defineEndpoint({
  method: "POST",
  path: "/qb/confirm-match/",
  work: "match",
  summary: "Confirm the suggested match of a deposit",
  access: "session",
  role: "bookkeeper",
  apiTokens: true,
  problems: ["already_matched", "no_suggestion", "not_found", "payout_failed", "unusable_input"],
  body: depositRef,
  response: messageResponse.extend({ status: depositStatus }),
});

/** It is not suggested again. */
export const dismissMatch = defineEndpoint({
  method: "POST",
  path: "/qb/dismiss-match/",
  work: "match",
  summary: "Dismiss the suggested match of a deposit",
  access: "session",
  role: "bookkeeper",
  apiTokens: true,
  problems: ["already_matched", "no_suggestion", "not_found"],
  body: depositRef,
  response: messageResponse.extend({ status: depositStatus }),
});

/** What was dismissed can be suggested again. */
export const undoDismissal = defineEndpoint({
  method: "POST",
  path: "/qb/undo-dismissal/",
  work: "match",
  summary: "Undo the last dismissal of a deposit",
  access: "session",
  role: "bookkeeper",
  apiTokens: true,
  problems: ["no_suggestion", "not_found"],
  body: depositRef,
  response: messageResponse.extend({ status: depositStatus }),
});

export const decideSuggestions = defineEndpoint({
  method: "POST",
  path: "/qb/decide-suggestions/",
  work: "bulk",
  summary: "Confirm or dismiss several suggested matches",
  access: "session",
  role: "bookkeeper",
  apiTokens: true,
  problems: ["already_matched", "no_suggestion", "not_found", "payout_failed", "unusable_input"],
  body: z.object({
    deposit_ids: z.array(rowId).min(1).max(50),
    /** What to do with each of them. */
    decision: z.enum(["confirm", "dismiss"]),
  }),
  response: messageResponse.extend({
    /** Ids of the deposits that were decided. */
    decided: z.array(storedId),
    /** The undecided deposits, each with the reason for the user. */
    skipped: z.array(
      z.object({
        deposit_id: storedId,
        /** Why, for people. */
        message: z.string(),
      }),
    ),
  }),
});
