import type { SessionContext } from "@/server/platform/context";
import { RateLimitedError } from "@/server/platform/errors";
import { singleton } from "@/server/platform/singleton";

/** Browsers open at most six HTTP/1.1 connections per host: some must stay free for other requests. */
export const MAX_STREAMS = 4;
/** Of a user with several browsers. Each stream costs reads, and anyone can sign in often. */
export const MAX_STREAMS_OF_USER = 20;
/** Of one API token: a program needs one, and another while it starts again. */
export const MAX_STREAMS_OF_TOKEN = 2;
/** Of all API tokens of a company. They count apart, so that programs leave its people theirs. */
export const MAX_STREAMS_OF_TOKENS = 10;
/** Of one process: enough for its users, and few enough that idle streams leave the processor to requests. */
const MAX_STREAMS_OF_PROCESS = 2000;
/** Of them, those of API tokens. */
const MAX_TOKEN_STREAMS_OF_PROCESS = 500;

interface Owner extends Pick<SessionContext, "sessionId" | "userId" | "companyId"> {
  isToken: boolean;
}

interface OpenStreams {
  /** The controllers that abort the streams, with their owners. */
  owners: Map<AbortController, Owner>;
  stop: () => void;
}

const kept = singleton("streams", (): { open?: OpenStreams } => ({}));

/**
 * Registers a stream of a session or an API token. The stream ends when the server stops, which would otherwise wait for
 * it.
 * @throws RateLimitedError when the session, its user, the token, its company's tokens or this process has as many as it
 * may have.
 */
export function registerStream({
  sessionId,
  userId,
  companyId,
  apiToken,
}: Pick<SessionContext, "sessionId" | "userId" | "companyId" | "apiToken">): AbortController {
  const owner: Owner = { sessionId, userId, companyId, isToken: apiToken !== undefined };
  const open = register();
  const streams = [...open.owners.values()];
  requirePlace(streams, owner);
  if (streams.length >= MAX_STREAMS_OF_PROCESS) {
    throw tooMany("Too many pages are open on this server. Updates come later.");
  }
  const stream = new AbortController();
  open.owners.set(stream, owner);
  stream.signal.addEventListener("abort", () => forget(stream), { once: true });
  return stream;
}

/** @throws RateLimitedError. */
function requirePlace(streams: readonly Owner[], owner: Owner): void {
  const alike = streams.filter(({ isToken }) => isToken === owner.isToken);
  const own = alike.filter(({ sessionId }) => sessionId === owner.sessionId).length;
  if (!owner.isToken) {
    const ofUser = alike.filter(({ userId }) => userId === owner.userId).length;
    if (own < MAX_STREAMS && ofUser < MAX_STREAMS_OF_USER) return;
    throw tooMany("Too many open pages. Close some of them.");
  }
  const ofCompany = alike.filter(({ companyId }) => companyId === owner.companyId).length;
  if (own >= MAX_STREAMS_OF_TOKEN || ofCompany >= MAX_STREAMS_OF_TOKENS) {
    throw tooMany(
      "This API token, or all of the company's, follow too many streams. End some of them.",
    );
  }
  if (alike.length >= MAX_TOKEN_STREAMS_OF_PROCESS) {
    throw tooMany("Too many streams are open on this server. Ask with wait=0 instead.");
  }
}

function tooMany(message: string): RateLimitedError {
  return new RateLimitedError(message, { retryAfterSeconds: 30 });
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
