import { AsyncResource } from "node:async_hooks";
import PQueue from "p-queue";
import { RateLimitedError } from "./errors";
import { requestSignal } from "./request-signal";
import { singleton } from "./singleton";

/** How many calls of one company may wait in one process; further ones are refused with Retry-After. */
const MAX_WAITING = 20;

const queues = singleton("company turns", () => new Map<string, PQueue>());

/**
 * Runs `work` when no other work of this company runs in this process, in order of arrival. Waiting holds no
 * database connection, so that a company which asks for much at once only makes itself wait. A request whose client
 * has gone stops waiting.
 * @param key the company's id, or a kind of work with it
 * @param bound how long a call may wait for its turn; without one it waits as long as it takes.
 * @throws RateLimitedError when too many calls of the company wait already, or its turn doesn't come in time.
 */
export async function inTurn<T>(
  key: string,
  work: () => Promise<T>,
  bound?: { waitMs: number },
): Promise<T> {
  const queue = queues.get(key) ?? new PQueue({ concurrency: 1 });
  if (bound && queue.size >= MAX_WAITING) throw tooBusy();
  queues.set(key, queue);
  const turn = new AbortController();
  const client = requestSignal();
  // The queue calls it where other work ends, but it belongs to this request.
  const own = AsyncResource.bind(work);
  const timer = bound && setTimeout(() => turn.abort(tooBusy()), bound.waitMs);
  try {
    return await queue.add(
      () => {
        clearTimeout(timer);
        return own();
      },
      { signal: client ? AbortSignal.any([turn.signal, client]) : turn.signal },
    );
  } finally {
    clearTimeout(timer);
    if (queue.size === 0 && queue.pending === 0) queues.delete(key);
  }
}

/** The company's other work goes on for longer than this call may wait. */
export function tooBusy(): RateLimitedError {
  return new RateLimitedError(
    "Your deposits are being matched or posted right now. Try again in a few seconds.",
    { retryAfterSeconds: 5 },
  );
}
