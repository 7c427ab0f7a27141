import { type EventDataOf, eventData } from "@/lib/contracts/events";
import type { EventName } from "@/lib/contracts/values/events";
import type { SessionContext } from "@/server/context";
import { db } from "@/server/db";
import { countFailures } from "@/server/failures/list-failures";
import { findLatestMatchRun } from "@/server/matches/latest-match-run";
import { countUnread } from "@/server/notifications/count-unread";
import { listRuns } from "@/server/sync/list-runs";

type Readers = { [N in EventName]: (ctx: SessionContext) => Promise<EventDataOf<N>> };

/** Everything is read as this person sees it: what woke the stream carries no data. */
const readers: Readers = {
  "sync-runs": listRuns,
  "match-run": findLatestMatchRun,
  notifications: countUnread,
  postings: countPostings,
  failures: async (ctx) => ({ waiting: await countFailures(ctx) }),
};

/** How things are now, of one kind; by its contract, as every answer. */
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
