import { calendarDate, currencySum, messageResponse } from "@/lib/contracts/common";
import { defineEndpoint } from "@/lib/contracts/endpoint";
import * as z from "@/lib/zod";

const count = z.number().int().nonnegative();
const ids = z.array(z.number().int());

/** Names the last run of a page: its instant and id. */
const CURSOR = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z_[0-9a-f-]{36}$/;

export const activityRun = z.object({
  id: z.string(),
  /** posted: a Post all. matched: an Auto Match run that matched something, after a sync or at a click. */
  kind: z.enum(["posted", "matched"]),
  at: z.iso.datetime(),
  /** Who posted; empty for what the program did. */
  who: z.string(),
  /** What it posted or matched, undone or not. */
  deposits: count,
  totals: z.array(currencySum),
  /** Of them: what we created in QuickBooks, all or in part, and so can delete there. */
  created: z.object({
    deposit_ids: ids,
    totals: z.array(currencySum),
    /** The first and last day in the books; null without any. */
    from: calendarDate.nullable(),
    to: calendarDate.nullable(),
    banks: z.array(z.string()),
    /** Dated in the closed period: QuickBooks may refuse to delete these. */
    closed: count,
  }),
  /** Linked to Deposits that someone else made. */
  linked: count,
  /** On their way to QuickBooks. */
  underway: count,
  /** Nothing of them is in QuickBooks. */
  unposted: ids,
  undone: count,
});
export type ActivityRun = z.infer<typeof activityRun>;

export const listActivity = defineEndpoint({
  method: "GET",
  path: "/qb/activity/",
  summary:
    "What was posted together and matched automatically, the newest first, and what has become of it",
  access: "session",
  role: "viewer",
  apiTokens: true,
  query: z.object({
    /** `next` of the page before. */
    after: z.string().regex(CURSOR, "Must be the next page of an earlier answer").optional(),
  }),
  response: z.object({
    runs: z.array(activityRun),
    /** Null on the last page. */
    next: z.string().nullable(),
    /** The last day of the closed period; null while every day is open. */
    closed_until: calendarDate.nullable(),
  }),
});

export const undoAutomaticRun = defineEndpoint({
  method: "POST",
  path: "/qb/automatic-runs/undo/",
  work: "bulk",
  summary: "Undo the matches of an Auto Match run that aren't posted yet",
  access: "session",
  role: "bookkeeper",
  apiTokens: true,
  conflicts: ["undo_in_progress"],
  body: z.object({ automatic_run_id: z.uuid() }),
  response: messageResponse.extend({
    undone: count,
    /** Stay, because they are posted or on the way to QuickBooks. */
    posted: count,
    /** Stay as they are, because they were undone or matched again since. */
    changed: count,
  }),
});
