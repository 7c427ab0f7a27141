import { setTimeout as sleep } from "node:timers/promises";

export interface RateLimits {
  perSecond: number;
  perMinute: number;
}

/** What Intuit grants one app in one company. */
export const INTUIT_LIMITS: RateLimits = { perSecond: 10, perMinute: 500 };

/**
 * Keeps the calls of this process under the limits, per company, first come first served. Other
 * processes share the same limits: what slips through is answered 429 and waited out.
 */
export class RateLimiter {
  readonly #limits: RateLimits;
  readonly #queues = new Map<string, Promise<void>>();
  readonly #starts = new Map<string, number[]>();

  constructor(limits: RateLimits) {
    this.#limits = limits;
  }

  /** Resolves when a call for this company may start. */
  turn(realmId: string): Promise<void> {
    const before = this.#queues.get(realmId) ?? Promise.resolve();
    const mine = before.then(() => this.#take(realmId));
    this.#queues.set(realmId, mine);
    return mine;
  }

  async #take(realmId: string): Promise<void> {
    const { perSecond, perMinute } = this.#limits;
    const starts = (this.#starts.get(realmId) ?? []).slice(-perMinute);
    const free = Math.max(
      (starts.at(-perSecond) ?? Number.NEGATIVE_INFINITY) + 1000,
      (starts.at(-perMinute) ?? Number.NEGATIVE_INFINITY) + 60_000,
    );
    const now = performance.now();
    if (free > now) await sleep(free - now);
    this.#starts.set(realmId, [...starts, performance.now()]);
  }
}
