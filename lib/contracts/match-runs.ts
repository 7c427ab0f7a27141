import { RUN_STATES } from "@/lib/constants/runs";
import { messageResponse, rowId } from "@/lib/contracts/common";
import { depositFilter } from "@/lib/contracts/deposits";
import { defineEndpoint } from "@/lib/contracts/endpoint";
import * as z from "@/lib/zod";

/** Waits for the result. */
export const autoMatchAll = defineEndpoint({
  method: "POST",
  path: "/qb/auto-match-all/",
  work: "bulk",
  summary: "Auto-match every open deposit",
  access: "session",
  role: "bookkeeper",
  apiTokens: true,
  problems: ["too_many_open"],
  response: messageResponse.extend({
    /** Deposits that were matched. */
    matched: z.number().int(),
    /** Deposits with a suggestion now. */
    suggested: z.number().int(),
    /** Deposits that stay open. */
    pending: z.number().int(),
  }),
});

const count = z.number().int().nonnegative();

/**
 * A bulk Auto Match.
 * @schema MatchRun
 */
export const matchRun = z.object({
  /** The run's id. */
  id: z.uuid(),
  /** queued and running ones are under way. */
  state: z.enum(RUN_STATES),
  /** Deposits processed so far. */
  done: count,
  /** Deposits to process. */
  total: count,
  /** Of those processed: matched. */
  matched: count,
  /** Of those processed: with a suggestion. */
  suggested: count,
  /** Of those processed: still open. */
  pending: count,
  /** The failure, or empty. */
  message: z.string(),
});
export type MatchRun = z.infer<typeof matchRun>;

/** Limit of `deposit_ids`; a filter may match any number. */
export const MAX_CHOSEN = 1_000;

/** For the given deposits, or for all that match a filter. */
export const startMatchRun = defineEndpoint({
  method: "POST",
  path: "/qb/auto-match-runs/",
  work: "bulk",
  summary: "Start a bulk Auto Match",
  access: "session",
  role: "bookkeeper",
  apiTokens: true,
  problems: ["not_found", "not_waiting", "run_in_progress"],
  body: z
    .object({
      /** Either these deposits … */
      deposit_ids: z.array(rowId).min(1).max(MAX_CHOSEN).optional(),
      /** … or all open ones that this filter finds; `{}` is all. */
      filter: depositFilter.optional(),
    })
    .refine(
      (chosen) => chosen.deposit_ids || chosen.filter,
      "Provide either deposit_ids or a filter",
    ),
  response: messageResponse.extend({
    /** The run to follow. */
    run: matchRun,
  }),
});

/** Its progress and result. */
export const latestMatchRun = defineEndpoint({
  method: "GET",
  path: "/qb/auto-match-runs/",
  summary: "Get the latest bulk Auto Match",
  access: "session",
  role: "viewer",
  apiTokens: true,
  unattended: true,
  response: z.object({
    /** Null before the first one. */
    run: matchRun.nullable(),
  }),
});

/** Its matches are kept. */
export const cancelMatchRun = defineEndpoint({
  method: "POST",
  path: "/qb/auto-match-runs/cancel/",
  summary: "Cancel a bulk Auto Match",
  access: "session",
  role: "bookkeeper",
  apiTokens: true,
  problems: ["already_done", "not_found"],
  body: z.object({
    /** `id` of the run. */
    match_run_id: z.uuid(),
  }),
  response: messageResponse,
});
