import { isInstant } from "@/lib/constants/deposit-changes";
import {
  calendarDate,
  currencySum,
  instant,
  messageResponse,
  storedId,
} from "@/lib/contracts/common";
import { defineEndpoint } from "@/lib/contracts/endpoint";
import * as z from "@/lib/zod";

const count = z.number().int().nonnegative();
const ids = z.array(storedId);

/** Names the last run of a page: its instant and id. */
const CURSOR = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const NO_CURSOR = "Must be the next page of an earlier answer";

/**
 * Deposits that were posted together, or matched by one Auto Match run.
 * @schema ActivityRun
 */
export const activityRun = z.object({
  /** The run's id. */
  id: z.uuid(),
  /** posted: a Post all. matched: an Auto Match run that matched something, after a sync or at a click. */
  kind: z.enum(["posted", "matched"]),
  /** When it began. */
  at: instant,
  /** Who posted, a username; empty for what the product did. */
  who: z.string(),
  /** How many it posted or matched, undone or not. */
  deposits: count,
  /** What they amount to, by currency. */
  totals: z.array(currencySum),
  /** Of them: what we created in the books, all or in part, and so can delete there. */
  created: z.object({
    deposit_ids: ids,
    totals: z.array(currencySum),
    /** The first day in the books; null without any. */
    from: calendarDate.nullable(),
    /** The last day in the books; null without any. */
    to: calendarDate.nullable(),
    /** Names of the bank accounts. */
    banks: z.array(z.string()),
    /** How many are dated in the closed period: the ledger may refuse to delete these. */
    closed: count,
  }),
  /** How many are linked to Deposits that someone else made. */
  linked: count,
  /** How many are on their way to the books. */
  underway: count,
  /** Ids of the deposits of which nothing is in the books. */
  unposted: ids,
  undone: count,
});
export type ActivityRun = z.infer<typeof activityRun>;

/** What was posted together and matched automatically, the newest first, and what has become of it. */
export const listActivity = defineEndpoint({
  method: "GET",
  path: "/qb/activity/",
  summary: "List postings and automatic matches",
  access: "session",
  role: "viewer",
  apiTokens: true,
  query: z.object({
    /** `next` of the previous answer; without it, the newest ones. */
    after: z
      .string()
      .regex(CURSOR, NO_CURSOR)
      .refine((cursor) => isInstant(cursor.split("_")[0] ?? ""), NO_CURSOR)
      .optional(),
  }),
  response: z.object({
    /** The newest first. */
    runs: z.array(activityRun),
    /** `after` of the next call; null on the last page. */
    next: z.string().nullable(),
    /** The last day of the closed period; null while every day is open. */
    closed_until: calendarDate.nullable(),
  }),
});

/** Those that aren't posted yet. */
export const undoAutomaticRun = defineEndpoint({
  method: "POST",
  path: "/qb/automatic-runs/undo/",
  work: "bulk",
  summary: "Undo the matches of an Auto Match run",
  access: "session",
  role: "bookkeeper",
  apiTokens: true,
  problems: ["not_found", "undo_in_progress"],
  body: z.object({
    /** `id` of a run whose kind is matched. */
    automatic_run_id: z.uuid(),
  }),
  response: messageResponse.extend({
    /** Deposits whose matches were undone. */
    undone: count,
    /** Deposits that stay, because they are posted or on the way to the books. */
    posted: count,
    /** Deposits that stay as they are, because they were undone or matched again since. */
    changed: count,
  }),
});
