import { EventStream, type StreamedEvent } from "@/lib/contracts/event-stream";
import { EVENT_NAMES, type EventName, LONGEST_STREAM_SECONDS } from "@/lib/contracts/values/events";
import type { SessionContext } from "@/server/context";
import { followCompany } from "./change-hub";
import { registerStream } from "./open-streams";
import { readEvent } from "./read-event";
import { Waker } from "./waker";

/** A sign of life, a look at the session, and at everything: nothing is missed for longer. */
const LOOK_EVERY_MS = 15_000;
/** What changes faster is told together. */
const PAUSE_MS = 250;
/** Nobody takes longer to read how everything is. */
const ONE_LOOK_MS = 30_000;

/**
 * What happens in a company while it happens: first how everything is, then what changes. Ends after
 * `wait` seconds, with the session, with the server, and when the client leaves.
 * @throws RateLimitedError when the session follows too often already.
 */
export async function followChanges(
  ctx: SessionContext,
  { wait = LONGEST_STREAM_SECONDS }: { wait?: number | undefined },
): Promise<EventStream> {
  const once = wait === 0;
  const stream = registerStream(ctx.sessionId);
  // Also for a client that left before it took anything.
  const overAfter = setTimeout(() => stream.abort(), once ? ONE_LOOK_MS : wait * 1000);
  stream.signal.addEventListener("abort", () => clearTimeout(overAfter), { once: true });
  return new EventStream((until, mayGoOn) => {
    until.addEventListener("abort", () => stream.abort(), { once: true });
    return follow(ctx, stream, mayGoOn, once);
  });
}

async function* follow(
  ctx: SessionContext,
  stream: AbortController,
  mayGoOn: () => Promise<boolean>,
  once: boolean,
): AsyncGenerator<StreamedEvent | null> {
  const { signal } = stream;
  const waker = new Waker(signal);
  if (!once) {
    const leave = followCompany(ctx.companyId, (change) => waker.note(change));
    signal.addEventListener("abort", leave, { once: true });
  }
  const sent = new Map<EventName, string>();
  try {
    waker.note(null);
    do {
      const { everything, kinds } = await waker.wait(LOOK_EVERY_MS);
      if (signal.aborted) return;
      if ((everything || kinds.has("sessions")) && !(await mayGoOn())) return;
      yield null;
      for (const name of EVENT_NAMES) {
        if (signal.aborted) return;
        if (!everything && !kinds.has(name)) continue;
        const data = await readEvent(ctx, name);
        const text = JSON.stringify(data);
        if (sent.get(name) === text) continue;
        sent.set(name, text);
        yield { name, data };
      }
      if (!once) await waker.pause(PAUSE_MS);
    } while (!once && !signal.aborted);
  } finally {
    stream.abort();
  }
}
