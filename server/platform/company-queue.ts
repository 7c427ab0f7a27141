import { AsyncResource } from "node:async_hooks";
import PQueue from "p-queue";
import { requestSignal } from "./context";
import { RateLimitedError } from "./errors";
import { singleton } from "./singleton";

/** How many calls of one company may wait in one process; further ones are refused with Retry-After. */
const MAX_WAITING = 20;
/** Of a company in one process: fewer than there are connections to read by, and a page asks for about six things. */
const READS = { atOnce: 4, waiting: 100 };
/** Of them, those of API tokens: a page of the company's finds the others free. */
const TOKEN_READS = { atOnce: 2, waiting: 50 };
/** How many of them may be long-running, so that pages find the others free. */
const LONG_READS = { atOnce: 2, waiting: 50 };
/** Connections that a company may hold in each pool of a process, so that others always find some. */
const CONNECTIONS = 4;

const queues = singleton("company turns", () => new Map<string, PQueue>());

/** How a call waits for its turn. */
interface Waiting {
  /** It is refused after this long; without it, it waits as long as it takes. */
  waitMs?: number;
  /** It comes before the calls that aren't urgent, which may arrive before it. */
  isUrgent?: boolean;
}

/**
 * Runs `work` when no other work of this company runs in this process, in order of arrival. Waiting holds no
 * database connection, so that a company which asks for much at once only makes itself wait.
 * @param key the company's id, or a kind of work with it
 * @throws RateLimitedError, with `waitMs`, when too many calls of the company wait already, or its turn doesn't come in
 * time.
 */
export async function runInCompanyQueue<T>(
  key: string,
  work: () => Promise<T>,
  waiting: Waiting = {},
): Promise<T> {
  const queue = queues.get(key) ?? new PQueue({ concurrency: 1 });
  if (waiting.waitMs !== undefined && queue.size >= MAX_WAITING) throw tooBusy();
  return inQueue(key, queue, work, waiting);
}

/**
 * Reads for a company, of which only a few run at once in this process, so that others are always read for.
 * @throws RateLimitedError when too many wait already.
 */
export function inReadTurn<T>(companyId: string, work: () => Promise<T>): Promise<T> {
  return inReads(`reads ${companyId}`, READS, work);
}

/**
 * As {@link inReadTurn}, for what API tokens read, before they take one of the company's turns.
 * @throws RateLimitedError when too many wait already.
 */
export function inTokenReadTurn<T>(companyId: string, work: () => Promise<T>): Promise<T> {
  return inReads(`token reads ${companyId}`, TOKEN_READS, work);
}

/**
 * As {@link inReadTurn}, for reads that count as expensive work, before they take one of the company's turns.
 * @throws RateLimitedError when too many wait already.
 */
export function inLongReadTurn<T>(companyId: string, work: () => Promise<T>): Promise<T> {
  return inReads(`long reads ${companyId}`, LONG_READS, work);
}

/**
 * Holds one of the connections that a company may have of a pool; the next ones wait, in order of arrival, for as long as
 * it takes. Not for what is called while it holds one of the same pool: each would wait for the other.
 * @param pool its name
 */
export function inConnectionTurn<T>(
  pool: string,
  companyId: string,
  work: () => Promise<T>,
): Promise<T> {
  const key = `${pool} of ${companyId}`;
  const queue = queues.get(key) ?? new PQueue({ concurrency: CONNECTIONS });
  queues.set(key, queue);
  // The queue calls it where other work ends, but it belongs to this request.
  const held = queue.add(AsyncResource.bind(work));
  return held.finally(() => forgetIfIdle(key, queue));
}

async function inReads<T>(
  key: string,
  { atOnce, waiting }: typeof READS,
  work: () => Promise<T>,
): Promise<T> {
  const queue = queues.get(key) ?? new PQueue({ concurrency: atOnce });
  if (queue.size >= waiting) {
    throw new RateLimitedError("Your company is reading too much at once. Try again in a second.", {
      retryAfterSeconds: 1,
    });
  }
  return inQueue(key, queue, work);
}

async function inQueue<T>(
  key: string,
  queue: PQueue,
  work: () => Promise<T>,
  waiting?: Waiting,
): Promise<T> {
  queues.set(key, queue);
  try {
    return await whenFree(queue, work, waiting);
  } finally {
    forgetIfIdle(key, queue);
  }
}

function forgetIfIdle(key: string, queue: PQueue): void {
  if (queue.size === 0 && queue.pending === 0) queues.delete(key);
}

/**
 * Runs `work` in its turn. A request whose client has gone stops waiting; what runs goes on to its end.
 * @throws RateLimitedError when its turn doesn't come in time; what the request was aborted with.
 */
export async function whenFree<T>(
  queue: PQueue,
  work: () => Promise<T>,
  { waitMs, isUrgent = false }: Waiting = {},
): Promise<T> {
  const client = requestSignal();
  client?.throwIfAborted();
  const waiting = new AbortController();
  const leave = () => waiting.abort(client?.reason);
  client?.addEventListener("abort", leave, { once: true });
  const timer =
    waitMs === undefined ? undefined : setTimeout(() => waiting.abort(tooBusy()), waitMs);
  const stopWaiting = () => {
    clearTimeout(timer);
    client?.removeEventListener("abort", leave);
  };
  // The queue calls it where other work ends, but it belongs to this request.
  const own = AsyncResource.bind(work);
  const begin = () => {
    stopWaiting();
    return own();
  };
  try {
    return await queue.add(begin, { signal: waiting.signal, priority: isUrgent ? 1 : 0 });
  } finally {
    stopWaiting();
  }
}

/** The company's other work goes on for longer than this call may wait. */
export function tooBusy(): RateLimitedError {
  return new RateLimitedError(
    "Your deposits are being matched or posted right now. Try again in a few seconds.",
    { retryAfterSeconds: 5 },
  );
}
