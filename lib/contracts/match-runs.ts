import { messageResponse, rowId } from "@/lib/contracts/common";
import { depositFilter } from "@/lib/contracts/deposits";
import { defineEndpoint } from "@/lib/contracts/endpoint";
import * as z from "@/lib/zod";

export const autoMatchAll = defineEndpoint({
  method: "POST",
  path: "/qb/auto-match-all/",
  summary: "Let the engine match every open deposit, and wait for it",
  access: "session",
  response: messageResponse.extend({
    matched: z.number().int(),
    suggested: z.number().int(),
    pending: z.number().int(),
  }),
});

const count = z.number().int().nonnegative();

/** A bulk Auto Match; the last three numbers say how its deposits stood when they had their turn. */
export const matchRun = z.object({
  id: z.string(),
  state: z.enum(["queued", "running", "succeeded", "failed", "cancelled"]),
  done: count,
  total: count,
  matched: count,
  suggested: count,
  pending: count,
  /** What went wrong. */
  message: z.string(),
});
export type MatchRun = z.infer<typeof matchRun>;

/** How many deposits can be named at once; by a filter it can be any number. */
export const MOST_CHOSEN = 1_000;

export const startMatchRun = defineEndpoint({
  method: "POST",
  path: "/qb/auto-match-runs/",
  summary: "Let the engine match the open ones of these deposits, or of all that fit a filter",
  access: "session",
  body: z
    .object({
      deposit_ids: z.array(rowId).min(1).max(MOST_CHOSEN).optional(),
      filter: depositFilter.optional(),
    })
    .refine((chosen) => chosen.deposit_ids || chosen.filter, "Name the deposits, or a filter"),
  response: messageResponse.extend({ run: matchRun }),
});

export const latestMatchRun = defineEndpoint({
  method: "GET",
  path: "/qb/auto-match-runs/",
  summary: "How far the latest bulk Auto Match is, and what came of it",
  access: "session",
  unattended: true,
  response: z.object({ run: matchRun.nullable() }),
});

export const cancelMatchRun = defineEndpoint({
  method: "POST",
  path: "/qb/auto-match-runs/cancel/",
  summary: "Stop a bulk Auto Match; what it matched stays",
  access: "session",
  body: z.object({ match_run_id: z.uuid() }),
  response: messageResponse,
});
