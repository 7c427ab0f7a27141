import type { StreamEventName } from "@/lib/constants/events";
import { type EventDataOf, eventData } from "@/lib/contracts/events";
import { findLatestMatchRun } from "@/server/matches/bulk-match";
import { countUnread } from "@/server/notifications/list-notifications";
import { countFailures } from "@/server/overview/failures";
import type { SessionContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { singleton } from "@/server/platform/singleton";
import { listRuns } from "@/server/sync/runs";

interface SharedRead {
  /** On the clock of `performance.now()`. */
  startedAt: number;
  data: Promise<EventDataOf<StreamEventName>>;
}

const reads = singleton("event reads", () => new Map<string, SharedRead>());

/**
 * As {@link readEvent}, but the streams of one user share a read: a change wakes all of them, and needs to be
 * read once.
 * @param since what happened until then has to be in it, on the clock of `performance.now()`.
 */
export function readSharedEvent(
  ctx: SessionContext,
  name: StreamEventName,
  since: number,
): Promise<EventDataOf<StreamEventName>> {
  const key = `${ctx.companyId} ${ctx.userId} ${name}`;
  const known = reads.get(key);
  if (known && known.startedAt >= since) return known.data;
  const read = { startedAt: performance.now(), data: readEvent(ctx, name) };
  reads.set(key, read);
  const forget = () => {
    if (reads.get(key) === read) reads.delete(key);
  };
  // A failed read is not shared with who asks later, and a kept one is soon too old for anyone.
  read.data.catch(forget);
  setTimeout(forget, KEEP_MS).unref();
  return read.data;
}

const KEEP_MS = 10_000;

type Readers = { [N in StreamEventName]: (ctx: SessionContext) => Promise<EventDataOf<N>> };

/** Every read uses the user's own scope: the notification carries no data. */
const readers: Readers = {
  "sync-runs": listRuns,
  "match-run": findLatestMatchRun,
  notifications: countUnread,
  postings: countPostings,
  failures: async (ctx) => ({ waiting: await countFailures(ctx) }),
  deposits: findLatestChange,
};

/** The current state of one kind of event, parsed by its contract like every response. */
async function readEvent(
  ctx: SessionContext,
  name: StreamEventName,
): Promise<EventDataOf<StreamEventName>> {
  return eventData[name].parse(await readers[name](ctx));
}

async function findLatestChange(ctx: SessionContext): Promise<EventDataOf<"deposits">> {
  const latest = await db(ctx).deposit.findFirst({
    where: { companyId: ctx.companyId },
    orderBy: { updatedAt: "desc" },
    select: { updatedAt: true },
  });
  return { updated_at: latest?.updatedAt.toISOString() ?? null };
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
