import { defineEndpoint } from "@/lib/contracts/endpoint";
import { EventStream } from "@/lib/contracts/event-stream";
import { syncRunList } from "@/lib/contracts/integrations";
import { latestMatchRun } from "@/lib/contracts/match-runs";
import { notificationCount } from "@/lib/contracts/notifications";
import { type EventName, LONGEST_STREAM_SECONDS } from "@/lib/contracts/values/events";
import * as z from "@/lib/zod";

const count = z.number().int().nonnegative();

/** How many postings are in which state: when it changes, deposits have changed too. */
const postingCounts = z.object({
  queued: count,
  sending: count,
  posted: count,
  blocked: count,
  failed: count,
});

/** What each event carries: the same as the endpoint that tells it when asked. */
export const eventData = {
  "sync-runs": syncRunList.response,
  "match-run": latestMatchRun.response,
  notifications: notificationCount.response,
  postings: postingCounts,
  /** How many failures wait for somebody. */
  failures: z.object({ waiting: count }),
} as const satisfies Record<EventName, z.ZodType>;

export type EventDataOf<N extends EventName> = z.infer<(typeof eventData)[N]>;

export const events = defineEndpoint({
  method: "GET",
  path: "/events/",
  summary:
    "Changes as they happen (server-sent events): first how everything is, then what changes; `?wait=0` ends after the first",
  access: "session",
  unattended: true,
  query: z.object({ wait: z.coerce.number().int().min(0).max(LONGEST_STREAM_SECONDS).optional() }),
  response: z
    .instanceof(EventStream)
    .meta({ type: "string", contentMediaType: "text/event-stream" }),
});
