import type { SessionContext } from "@/server/platform/context";
import { RateLimitedError } from "@/server/platform/errors";
import { singleton } from "@/server/platform/singleton";

/** Browsers open at most six HTTP/1.1 connections per host: some must stay free for other requests. */
export const MAX_STREAMS = 4;
/** Of a user with several browsers. Each stream costs reads, and anyone can sign in often. */
export const MAX_STREAMS_OF_USER = 20;
/** Of one process: enough for its users, and few enough that idle streams leave the processor to requests. */
const MAX_STREAMS_OF_PROCESS = 2000;

type Owner = Pick<SessionContext, "sessionId" | "userId">;

interface OpenStreams {
  /** The controllers that abort the streams, with their owners. */
  owners: Map<AbortController, Owner>;
  stop: () => void;
}

const kept = singleton("streams", (): { open?: OpenStreams } => ({}));

/**
 * Registers a stream of a session. The stream ends when the server stops, which would otherwise wait for
 * it.
 * @throws RateLimitedError when the session, its user or this process has as many as it may have.
 */
export function registerStream({ sessionId, userId }: Owner): AbortController {
  const open = register();
  const streams = [...open.owners.values()];
  const ofUser = streams.filter((each) => each.userId === userId);
  const ofSession = ofUser.filter((each) => each.sessionId === sessionId);
  if (ofSession.length >= MAX_STREAMS || ofUser.length >= MAX_STREAMS_OF_USER) {
    throw new RateLimitedError("Too many open pages. Close some of them.", {
      retryAfterSeconds: 30,
    });
  }
  if (streams.length >= MAX_STREAMS_OF_PROCESS) {
    throw new RateLimitedError("Too many pages are open on this server. Updates come later.", {
      retryAfterSeconds: 30,
    });
  }
  const stream = new AbortController();
  open.owners.set(stream, { sessionId, userId });
  stream.signal.addEventListener("abort", () => forget(stream), { once: true });
  return stream;
}

function register(): OpenStreams {
  if (kept.open) return kept.open;
  const owners: OpenStreams["owners"] = new Map();
  const stop = () => {
    for (const stream of [...owners.keys()]) stream.abort();
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, stop);
  kept.open = { owners, stop };
  return kept.open;
}

function forget(stream: AbortController): void {
  const { open } = kept;
  if (!open?.owners.delete(stream) || open.owners.size > 0) return;
  delete kept.open;
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.off(signal, open.stop);
}
