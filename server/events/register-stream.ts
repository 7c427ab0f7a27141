import { RateLimitedError } from "@/server/platform/errors";
import { singleton } from "@/server/platform/singleton";

/** Browsers open at most six HTTP/1.1 connections per host: some must stay free for other requests. */
export const MAX_STREAMS = 4;

interface OpenStreams {
  /** By session: the controllers that abort its streams. */
  bySession: Map<string, Set<AbortController>>;
  stop: () => void;
}

const kept = singleton("streams", (): { open?: OpenStreams } => ({}));

/**
 * Registers a stream of a session. The stream ends when the server stops, which would otherwise wait for
 * it.
 * @throws RateLimitedError when the session has {@link MAX_STREAMS}.
 */
export function registerStream(sessionId: string): AbortController {
  const { bySession } = register();
  const streams = bySession.get(sessionId) ?? new Set();
  if (streams.size >= MAX_STREAMS) {
    throw new RateLimitedError("Too many open pages. Close some of them.", {
      retryAfterSeconds: 30,
    });
  }
  const stream = new AbortController();
  bySession.set(sessionId, streams.add(stream));
  stream.signal.addEventListener("abort", () => forget(sessionId, stream), { once: true });
  return stream;
}

function register(): OpenStreams {
  if (kept.open) return kept.open;
  const bySession: OpenStreams["bySession"] = new Map();
  const stop = () => {
    for (const streams of [...bySession.values()]) for (const each of [...streams]) each.abort();
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, stop);
  kept.open = { bySession, stop };
  return kept.open;
}

function forget(sessionId: string, stream: AbortController): void {
  const open = kept.open;
  const streams = open?.bySession.get(sessionId);
  if (!open || !streams) return;
  streams.delete(stream);
  if (streams.size === 0) open.bySession.delete(sessionId);
  if (open.bySession.size > 0) return;
  delete kept.open;
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.off(signal, open.stop);
}
