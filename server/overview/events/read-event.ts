import { type EventDataOf, eventData } from "@/lib/contracts/events";
import type { EventName } from "@/lib/contracts/values/events";
import { countFailures } from "@/server/overview/failures/list-failures";
import { countUnread } from "@/server/notifications/count-unread";
import type { SessionContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { findLatestMatchRun } from "@/server/matches/find-latest-match-run";
import { listRuns } from "@/server/sync/list-runs";

type Readers = { [N in EventName]: (ctx: SessionContext) => Promise<EventDataOf<N>> };

/** Every read uses the user's own scope: the notification carries no data. */
const readers: Readers = {
  "sync-runs": listRuns,
  "match-run": findLatestMatchRun,
  notifications: countUnread,
  postings: countPostings,
  failures: async (ctx) => ({ waiting: await countFailures(ctx) }),
};

/** The current state of one kind of event, parsed by its contract like every response. */
export async function readEvent(
  ctx: SessionContext,
  name: EventName,
): Promise<EventDataOf<EventName>> {
  return eventData[name].parse(await readers[name](ctx));
}

async function countPostings(ctx: SessionContext): Promise<EventDataOf<"postings">> {
  const groups = await db(ctx).posting.groupBy({
    by: ["state"],
    where: { companyId: ctx.companyId },
    _count: true,
  });
  const count = (state: string) => groups.find((group) => group.state === state)?._count ?? 0;
  return {
    queued: count("queued"),
    sending: count("sending"),
    posted: count("posted"),
    blocked: count("blocked"),
    failed: count("failed"),
  };
}
