import { delay } from "@/lib/delay";

interface RateLimit {
  calls: number;
  withinMs: number;
}

/** More keys than this are not kept once their time is over. */
const KEPT_KEYS = 1_000;

/**
 * Lets at most `calls` calls per key begin within any `withinMs`, first come first served; a burst up to
 * that number begins at once. Per process: what others send beside it is answered 429 and waited out.
 */
export class RateLimiter {
  readonly #limit: RateLimit;
  readonly #starts = new Map<string, number[]>();

  constructor(limit: RateLimit) {
    this.#limit = limit;
  }

  /** Resolves when a call under this key may begin. The turn is taken by asking. */
  async turn(key: string): Promise<void> {
    const { calls, withinMs } = this.#limit;
    const now = performance.now();
    const starts = this.#starts.get(key) ?? [];
    const start = Math.max(now, (starts.at(-calls) ?? Number.NEGATIVE_INFINITY) + withinMs);
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
