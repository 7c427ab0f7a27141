import { messageResponse } from "@/lib/contracts/common";
import { defineEndpoint } from "@/lib/contracts/endpoint";
import * as z from "@/lib/zod";

/** Something that gave up, for people. */
export const failure = z.object({
  /** Names this failure: when the same work fails again, it is another one. */
  id: z.string(),
  kind: z.enum(["posting", "sync", "match-run", "job"]),
  /** "Stripe could not be synced". */
  title: z.string(),
  /** Why, and what to do about it. */
  reason: z.string(),
  code: z.string(),
  attempts: z.number().int(),
  failed_at: z.iso.datetime(),
  /** Path inside the product where it can be looked at; empty for none. */
  link: z.string(),
});
export type Failure = z.infer<typeof failure>;

export const failureList = defineEndpoint({
  method: "GET",
  path: "/jobs/failed/",
  summary: "What gave up and waits for somebody: postings, syncs, bulk matches, other jobs",
  access: "session",
  unattended: true,
  response: z.object({ failures: z.array(failure), waiting: z.number().int() }),
});

const failureId = z
  .string()
  .max(200)
  .regex(/^[a-z-]+:[\w:.-]+$/, "Must be the id of a failure");

const chosen = z
  .object({ failure_id: failureId.optional(), all: z.literal(true).optional() })
  .refine(({ failure_id, all }) => (failure_id === undefined) !== (all === undefined), {
    message: "Give either failure_id or all",
  });

export const retryFailures = defineEndpoint({
  method: "POST",
  path: "/jobs/retry/",
  summary: "Try again what gave up: one, or all",
  access: "session",
  body: chosen,
  response: messageResponse.extend({
    retried: z.number().int(),
    /** What could not be begun again, and why. */
    refused: z.array(z.object({ id: z.string(), message: z.string() })),
  }),
});

export const dismissFailures = defineEndpoint({
  method: "POST",
  path: "/jobs/dismiss/",
  summary: "Take what gave up off the list: one, or all; the work itself stays as it is",
  access: "session",
  body: chosen,
  response: messageResponse.extend({ dismissed: z.number().int() }),
});
