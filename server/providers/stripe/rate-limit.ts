import { delay } from "@/lib/delay";
import { lasting } from "@/server/platform/clock";

interface RateLimit {
  calls: number;
  withinMs: number;
}

/** Above this many keys, those without recent calls are dropped. */
const KEPT_KEYS = 1_000;

/**
 * Starts at most `calls` calls per key within any `withinMs`, in order of arrival; a burst up to that
 * number starts immediately. Per process: calls of other processes may cause a 429, which is retried.
 */
export class RateLimiter {
  readonly #limit: RateLimit;
  readonly #starts = new Map<string, number[]>();

  constructor(limit: RateLimit) {
    this.#limit = limit;
  }

  /** Resolves when a call under this key may start. Calling it takes the slot. */
  async turn(key: string): Promise<void> {
    const { calls, withinMs } = this.#limit;
    const now = performance.now();
    const starts = this.#starts.get(key) ?? [];
    const start = Math.max(
      now,
      (starts.at(-calls) ?? Number.NEGATIVE_INFINITY) + lasting(withinMs),
    );
    this.#starts.set(key, [...starts, start].slice(-calls));
    if (this.#starts.size > KEPT_KEYS) this.#forget(now - withinMs);
    if (start > now) await delay(start - now);
  }

  #forget(before: number): void {
    for (const [key, starts] of this.#starts) {
      if ((starts.at(-1) ?? before) <= before) this.#starts.delete(key);
    }
  }
}
