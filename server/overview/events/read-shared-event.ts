import type { EventDataOf } from "@/lib/contracts/events";
import type { EventName } from "@/lib/contracts/values/events";
import type { SessionContext } from "@/server/platform/context";
import { singleton } from "@/server/platform/singleton";
import { readEvent } from "./read-event";

interface SharedRead {
  /** On the clock of `performance.now()`. */
  startedAt: number;
  data: Promise<EventDataOf<EventName>>;
}

const reads = singleton("event reads", () => new Map<string, SharedRead>());

/**
 * As {@link readEvent}, but the streams of one user share a read: a change wakes all of them, and needs to be
 * read once.
 * @param since what happened until then has to be in it, on the clock of `performance.now()`.
 */
export function readSharedEvent(
  ctx: SessionContext,
  name: EventName,
  since: number,
): Promise<EventDataOf<EventName>> {
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
