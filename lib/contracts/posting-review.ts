import { MATCH_ORIGINS } from "@/lib/constants/matches";
import { OPEN_ACTIONS } from "@/lib/constants/open-reasons";
import {
  calendarDate,
  currency,
  currencySum,
  decimalString,
  messageResponse,
  storedId,
} from "@/lib/contracts/common";
import { depositRef } from "@/lib/contracts/deposits";
import { defineEndpoint } from "@/lib/contracts/endpoint";
import * as z from "@/lib/zod";

const count = z.number().int().nonnegative();

/**
 * Matched deposits that wait for the same thing; none of them is ready.
 * @schema PostingWait
 */
const waiting = z.object({
  /** How many deposits. */
  count,
  /** What they amount to, by currency. */
  totals: z.array(currencySum),
  /** For the user, after "3 wait for": "an expense category in Authorize.Net Settings". */
  waits_for: z.string(),
  /** For the user: what is missing, and what to do. */
  text: z.string(),
  /** The one thing that a user can do about it; null: nothing but wait. */
  action: z.enum(OPEN_ACTIONS).nullable(),
  /** The processor's name, of the first one. */
  source: z.string(),
  deposit_ids: z.array(storedId),
});
export type PostingWait = z.infer<typeof waiting>;

/**
 * What Post all would post.
 * @schema ReadyToPost
 */
const ready = z.object({
  /** How many deposits. */
  count,
  /** The day of the first payout; null without any. */
  from: calendarDate.nullable(),
  /** The day of the last payout; null without any. */
  to: calendarDate.nullable(),
  /** What they amount to, by currency. */
  totals: z.array(currencySum),
  /** How many there are besides them: dated in the closed period of the books. They are among `waiting`, too. */
  closed: count,
});

/**
 * How far posting is.
 * @schema PostingReview
 */
const review = z.object({
  /** Matched deposits that wait for approval alone. */
  ready,
  /** Matched deposits for which posting needs something else, the largest group first. */
  waiting: z.array(waiting),
  /** How many are linked to Deposits that were in the books already, or marked as booked elsewhere. */
  already: count,
  /** How many need a look: not matched yet, perhaps in the books already, or stopped while they were posted. */
  look: count,
  /** Identifies what is ready, to post exactly that: `revision` of /qb/post-ready/. */
  revision: z.string(),
  /** Whether matches are posted without approval. */
  auto_post: z.boolean(),
  /** Present while another company in this installation has connected the same books. */
  shared_books: z.literal(true).optional(),
});

/** What is ready to post, what is in the books already, and what needs a look. */
export const postingReview = defineEndpoint({
  method: "GET",
  path: "/qb/posting-review/",
  summary: "Review what can be posted",
  access: "session",
  role: "viewer",
  apiTokens: true,
  response: review,
});
export type PostingReview = z.infer<typeof postingReview.response>;

/** What Post all would book, by account. */
export const runEntry = defineEndpoint({
  method: "GET",
  path: "/qb/posting-review/entry/",
  summary: "Add up what is ready to one journal entry",
  access: "session",
  role: "viewer",
  apiTokens: true,
  response: z.object({
    /** That of the posting review. */
    revision: z.string(),
    /** A row per account; debits and credits of a currency add up to the same. Null where more than 500 deposits are ready. */
    lines: z
      .array(
        z.object({
          /** The account's name; null: still to be chosen. */
          account: z.string().nullable(),
          currency,
          /** How many debits and credits are added up. */
          count,
          /** The sum of its debits; "0.00" without any. */
          debit: decimalString,
          /** The sum of its credits; "0.00" without any. */
          credit: decimalString,
        }),
      )
      .nullable(),
    /** What each of them rests on; empty where there are no `lines`. */
    deposits: z.array(
      z.object({
        deposit_id: storedId,
        /** How many payments. */
        payments: count,
        /** Its least probable match; null without one. */
        least: z
          .object({
            /** From 0 to 1. */
            probability: z.number(),
            /** auto: Auto Match decided it; suggestion: a user confirmed it; manual: a user made it. */
            origin: z.enum(MATCH_ORIGINS),
          })
          .nullable(),
      }),
    ),
  }),
});
export type RunEntry = z.infer<typeof runEntry.response>;

/** As they were reviewed: `revision` is that of the posting review. */
export const postReady = defineEndpoint({
  method: "POST",
  path: "/qb/post-ready/",
  work: "bulk",
  summary: "Post every deposit that is ready",
  access: "session",
  role: "bookkeeper",
  settingFields: [
    {
      field: "auto_post",
      role: "admin",
      purpose: "change whether matches are posted automatically",
    },
  ],
  apiTokens: true,
  problems: ["changed_meanwhile", "not_waiting", "other_books", "paused"],
  body: z.object({
    /** `revision` of the review: nothing is posted when something else is ready by now. */
    revision: z.string().min(1).max(64),
    /** From now on, post matches without a review. */
    auto_post: z.boolean().optional(),
  }),
  response: messageResponse.extend({
    /** How many are posted now. */
    count,
    /** Ids of the deposits that are posted now. */
    deposit_ids: z.array(storedId),
    /** What waits for something, and stays as it is. */
    left_out: z.array(waiting),
  }),
});

export const postDeposit = defineEndpoint({
  method: "POST",
  path: "/qb/post-deposit/",
  work: "post",
  summary: "Post a deposit that is ready",
  access: "session",
  role: "bookkeeper",
  apiTokens: true,
  problems: ["decision_needed", "not_found", "not_waiting", "paused"],
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
  problems: ["not_found", "not_waiting", "paused"],
  body: depositRef,
  response: messageResponse,
});
