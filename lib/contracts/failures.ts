import { instant, messageResponse } from "@/lib/contracts/common";
import { defineEndpoint } from "@/lib/contracts/endpoint";
import * as z from "@/lib/zod";

/**
 * Work that failed and needs attention.
 * @schema Failure
 */
export const failure = z.object({
  /** Identifies this failure; a later failure of the same work has another id. */
  id: z.string(),
  /** What failed. */
  kind: z.enum(["posting", "sync", "match-run", "job"]),
  /** What failed, for people: "Stripe could not be synced". */
  title: z.string(),
  /** The cause, and what to do about it. */
  reason: z.string(),
  /** The cause, for programs; the list of codes grows. */
  code: z.string(),
  /** How often it was tried. */
  attempts: z.number().int(),
  /** When it failed last. */
  failed_at: instant,
  /** The path of the page about it; empty for none. */
  link: z.string(),
});
export type Failure = z.infer<typeof failure>;

/** Postings, syncs, bulk matches and other jobs. */
export const failureList = defineEndpoint({
  method: "GET",
  path: "/jobs/failed/",
  summary: "List failed work that needs attention",
  access: "session",
  role: "viewer",
  apiTokens: true,
  unattended: true,
  response: z.object({
    /** The latest first. */
    failures: z.array(failure),
    /** How many there are. */
    waiting: z.number().int(),
  }),
});

const failureId = z
  .string()
  .max(200)
  .regex(/^[a-z-]+:[\w:.-]+$/, "Must be a failure ID");

const chosen = z
  .object({
    /** Either this failure, by its `id` … */
    failure_id: failureId.optional(),
    /** … or all. */
    all: z.literal(true).optional(),
  })
  .refine(({ failure_id, all }) => (failure_id === undefined) !== (all === undefined), {
    message: "Provide either failure_id or all",
  });

export const retryFailures = defineEndpoint({
  method: "POST",
  path: "/jobs/retry/",
  work: "post",
  summary: "Retry one failure, or all",
  access: "session",
  role: "bookkeeper",
  apiTokens: true,
  problems: ["not_connected", "not_found", "not_waiting", "paused", "run_in_progress"],
  body: chosen,
  response: messageResponse.extend({
    /** How many are retried. */
    retried: z.number().int(),
    /** The failures that could not be retried, and why. */
    refused: z.array(
      z.object({
        /** The failure's id. */
        id: z.string(),
        /** Why, for people. */
        message: z.string(),
      }),
    ),
  }),
});

/** The work itself isn't changed. */
export const dismissFailures = defineEndpoint({
  method: "POST",
  path: "/jobs/dismiss/",
  summary: "Dismiss one failure, or all",
  access: "session",
  role: "bookkeeper",
  apiTokens: true,
  problems: ["not_found"],
  body: chosen,
  response: messageResponse.extend({
    /** How many were dismissed. */
    dismissed: z.number().int(),
  }),
});
