import { RateLimitedError } from "@/server/errors";

/** Browsers keep six connections to a host with HTTP/1.1: some must be left for everything else. */
export const MOST_STREAMS = 4;

interface OpenStreams {
  /** By session: what ends each of its streams. */
  bySession: Map<string, Set<AbortController>>;
  stop: () => void;
}

// As server/db.ts: several copies of this module, one register.
const kept = globalThis as typeof globalThis & { depositMatcherStreams?: OpenStreams };

/**
 * Registers a stream of a session. It ends when the server stops, which otherwise would wait for it.
 * @throws RateLimitedError when the session has enough of them.
 */
export function registerStream(sessionId: string): AbortController {
  const { bySession } = register();
  const streams = bySession.get(sessionId) ?? new Set();
  if (streams.size >= MOST_STREAMS) {
    throw new RateLimitedError("Too many pages follow what happens. Close some of them.", {
      retryAfterSeconds: 30,
    });
  }
  const stream = new AbortController();
  bySession.set(sessionId, streams.add(stream));
  stream.signal.addEventListener("abort", () => forget(sessionId, stream), { once: true });
  return stream;
}

function register(): OpenStreams {
  if (kept.depositMatcherStreams) return kept.depositMatcherStreams;
  const bySession: OpenStreams["bySession"] = new Map();
  const stop = () => {
    for (const streams of [...bySession.values()]) for (const each of [...streams]) each.abort();
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, stop);
  kept.depositMatcherStreams = { bySession, stop };
  return kept.depositMatcherStreams;
}

function forget(sessionId: string, stream: AbortController): void {
  const open = kept.depositMatcherStreams;
  const streams = open?.bySession.get(sessionId);
  if (!open || !streams) return;
  streams.delete(stream);
  if (streams.size === 0) open.bySession.delete(sessionId);
  if (open.bySession.size > 0) return;
  delete kept.depositMatcherStreams;
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.off(signal, open.stop);
}
