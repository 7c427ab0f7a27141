import { MAX_STREAM_SECONDS, type StreamEventName } from "@/lib/constants/events";
import { queryNumber } from "@/lib/contracts/common";
import { defineEndpoint } from "@/lib/contracts/endpoint";
import { EventStream } from "@/lib/contracts/event-stream";
import { syncRunList } from "@/lib/contracts/integrations";
import { latestMatchRun } from "@/lib/contracts/match-runs";
import { notificationCount } from "@/lib/contracts/notifications";
import * as z from "@/lib/zod";

const count = z.number().int().nonnegative();

/**
 * The number of postings by state; a change means that deposits changed too.
 * @schema PostingCounts
 */
const postingCounts = z.object({
  /** Wait for their turn. */
  queued: count,
  /** On their way to the books. */
  sending: count,
  /** In the books. */
  posted: count,
  /** Something that posting needs is missing. */
  blocked: count,
  /** The ledger refused them. */
  failed: count,
});

/** Deposits changed: ask for them with `updated_since`. Sent to API tokens only. */
const depositChange = z.object({
  /** When the latest change was made; null without deposits. */
  updated_at: z.iso.datetime().nullable(),
});

/** The data of each event, the same as its endpoint's response. */
export const eventData = {
  "sync-runs": syncRunList.response,
  "match-run": latestMatchRun.response,
  notifications: notificationCount.response,
  postings: postingCounts,
  failures: z.object({
    /** The number of undismissed failures. */
    waiting: count,
  }),
  deposits: depositChange,
} as const satisfies Record<StreamEventName, z.ZodType>;

export type EventDataOf<N extends StreamEventName> = z.infer<(typeof eventData)[N]>;

/** Server-sent events: the current state first, then each change. `?wait=0` returns only the current state. */
export const events = defineEndpoint({
  method: "GET",
  path: "/events/",
  summary: "Stream changes",
  access: "session",
  role: "viewer",
  apiTokens: true,
  unattended: true,
  problems: ["not_found"],
  query: z.object({
    /** Seconds after which the stream ends, 600 unless given; 0: after the current state. */
    wait: queryNumber(0, MAX_STREAM_SECONDS).optional(),
  }),
  response: z.instanceof(EventStream).meta({
    type: "string",
    contentMediaType: "text/event-stream",
    contentSchema: { $ref: "#/components/schemas/Event" },
  }),
});
