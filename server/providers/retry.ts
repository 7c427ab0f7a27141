import { lasting, pause } from "@/server/platform/clock";
import { ProviderError, type ProviderFailure } from "@/server/providers/errors";

export interface RetryPolicy {
  /** Calls in total, including the first one. */
  attempts: number;
  /** First pause in milliseconds when the provider names none; doubles each time, with jitter. */
  baseMs: number;
  /** No call starts later than this after the first one: longer waits are left to the job queue. */
  withinMs: number;
}

/**
 * Retries the failures in `worthwhile` after the provider's own delay (Retry-After) or a backoff. Leave
 * "unavailable" out for a write: whether it happened is unknown.
 * @param waitedMs what of the time the calls have spent waiting for their turn, which has its own end and doesn't count.
 * @throws the last error when attempts or time are used up.
 */
export async function withRetry<T>(
  policy: RetryPolicy,
  worthwhile: readonly ProviderFailure[],
  call: () => Promise<T>,
  waitedMs: () => number = () => 0,
): Promise<T> {
  const startedAt = performance.now();
  /** What the pauses were longer by the product's clock than in real time. */
  let skippedMs = 0;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof ProviderError) || !worthwhile.includes(error.failure)) throw error;
      const ms = pauseBefore(attempt, error.detail.retryAfterSeconds, policy.baseMs);
      const spentMs = performance.now() - startedAt + skippedMs - waitedMs();
      if (attempt >= policy.attempts || spentMs + ms > policy.withinMs) throw error;
      skippedMs += ms - lasting(ms);
      await pause(ms);
    }
  }
}

// Jitter only extends the provider's delay, so that no retry comes too early.
function pauseBefore(attempt: number, retryAfterSeconds: number | undefined, baseMs: number) {
  const jitter = Math.random();
  return retryAfterSeconds === undefined
    ? baseMs * 2 ** (attempt - 1) * (0.5 + jitter / 2)
    : retryAfterSeconds * 1000 + baseMs * jitter;
}

/** Retry-After as whole seconds, from seconds or an HTTP date; undefined when absent or unreadable. */
export function retryAfterSeconds(header: unknown, now = Date.now()): number | undefined {
  if (typeof header !== "string" || header.trim() === "") return undefined;
  if (/^\d+$/.test(header.trim())) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now) / 1000));
}
