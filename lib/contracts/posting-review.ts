import { calendarDate, currencySum, messageResponse } from "@/lib/contracts/common";
import { depositRef } from "@/lib/contracts/deposits";
import { defineEndpoint } from "@/lib/contracts/endpoint";
import * as z from "@/lib/zod";

const count = z.number().int().nonnegative();

export const postingReview = defineEndpoint({
  method: "GET",
  path: "/qb/posting-review/",
  summary: "What is ready to post, what is in QuickBooks already, and what needs a look",
  access: "session",
  role: "viewer",
  apiTokens: true,
  response: z.object({
    /** Matched deposits that wait for approval. */
    ready: z.object({
      count,
      /** Of the first and the last payout; null without any. */
      from: calendarDate.nullable(),
      to: calendarDate.nullable(),
      totals: z.array(currencySum),
      /** Of them: dated in the closed period of the books, so that they wait after they are posted. */
      closed: count,
    }),
    /** Linked to Deposits that were in QuickBooks already, or marked as booked elsewhere. */
    already: count,
    /** Not matched yet, perhaps in QuickBooks already, or stopped while they were posted. */
    look: count,
    /** Names what is ready, for posting exactly that. */
    revision: z.string(),
    /** Matches are posted without approval. */
    auto_post: z.boolean(),
  }),
});
export type PostingReview = z.infer<typeof postingReview.response>;

export const postReady = defineEndpoint({
  method: "POST",
  path: "/qb/post-ready/",
  work: "bulk",
  summary: "Post every deposit that is ready, as it was reviewed",
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
  body: z.object({
    /** As the review named it: nothing is posted when something else is ready by now. */
    revision: z.string().min(1).max(64),
    /** From now on, post matches without a review. */
    auto_post: z.boolean().optional(),
  }),
  /** `deposit_ids`: what is posted now. */
  response: messageResponse.extend({ count, deposit_ids: z.array(z.number().int()) }),
});

export const postDeposit = defineEndpoint({
  method: "POST",
  path: "/qb/post-deposit/",
  work: "post",
  summary: "Post one deposit that is ready",
  access: "session",
  role: "bookkeeper",
  apiTokens: true,
  body: depositRef,
  response: messageResponse,
});
