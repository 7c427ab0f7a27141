import { messageResponse } from "@/lib/contracts/common";
import { defineEndpoint } from "@/lib/contracts/endpoint";
import * as z from "@/lib/zod";

const count = z.number().int().nonnegative();

/** A run of Auto Match that matched something by itself, after a sync or at a click, and what has become of it. */
export const automaticRun = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  matched: count,
  /** Of them: not posted yet, so that they can be undone as one. */
  undoable: count,
  /** In QuickBooks, or on the way there. */
  posted: count,
  /** Undone since, with the run or alone. */
  undone: count,
});
export type AutomaticRun = z.infer<typeof automaticRun>;

export const listAutomaticRuns = defineEndpoint({
  method: "GET",
  path: "/qb/automatic-runs/",
  summary: "The latest runs of Auto Match that matched deposits by themselves",
  access: "session",
  role: "viewer",
  apiTokens: true,
  response: z.object({ runs: z.array(automaticRun) }),
});

export const undoAutomaticRun = defineEndpoint({
  method: "POST",
  path: "/qb/automatic-runs/undo/",
  work: "bulk",
  summary: "Undo what a run of Auto Match matched by itself and is not posted yet",
  access: "session",
  role: "bookkeeper",
  apiTokens: true,
  body: z.object({ automatic_run_id: z.uuid() }),
  response: messageResponse.extend({
    undone: count,
    /** Stay, because they are posted or on the way to QuickBooks. */
    posted: count,
    /** Stay as they are, because they were undone or matched anew since. */
    changed: count,
  }),
});
