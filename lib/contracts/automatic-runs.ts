import { messageResponse } from "@/lib/contracts/common";
import { defineEndpoint } from "@/lib/contracts/endpoint";
import * as z from "@/lib/zod";

const count = z.number().int().nonnegative();

/** An Auto Match run that matched something, after a sync or at a click, and the state of its matches. */
const automaticRun = z.object({
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

export const listAutomaticRuns = defineEndpoint({
  method: "GET",
  path: "/qb/automatic-runs/",
  summary: "The latest Auto Match runs that matched deposits",
  access: "session",
  role: "viewer",
  apiTokens: true,
  response: z.object({ runs: z.array(automaticRun) }),
});

export const undoAutomaticRun = defineEndpoint({
  method: "POST",
  path: "/qb/automatic-runs/undo/",
  work: "bulk",
  summary: "Undo the matches of an Auto Match run that aren't posted yet",
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
