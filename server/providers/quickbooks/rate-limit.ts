import { setTimeout as sleep } from "node:timers/promises";
import { ProviderError } from "@/server/providers/errors";

export interface RateLimits {
  perSecond: number;
  perMinute: number;
}

/** Intuit's limits for one app in one company. */
export const INTUIT_LIMITS: RateLimits = { perSecond: 10, perMinute: 500 };

/** Decides when calls on behalf of a company may start. */
export interface CallLimiter {
  /**
   * Resolves when a call may start.
   * @throws ProviderError "rate_limited" when that is more than `patienceMs` away.
   */
  turn(realmId: string, patienceMs: number): Promise<void>;
  /** Starts a pause that QuickBooks asked for: no call for the company begins until it ends. */
  pause(realmId: string, ms: number): Promise<void>;
}

/** The error for a caller whose slot is too far away. */
export function notNow(waitMs: number): ProviderError {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000));
  const message = `the company's calls are used up for another ${retryAfterSeconds} s`;
  return new ProviderError("quickbooks", "rate_limited", message, { retryAfterSeconds });
}

/**
 * Keeps one process' calls under the limits, per company, in order of arrival: for programs that run
 * alone. Several processes need a shared limiter.
 */
export class RateLimiter implements CallLimiter {
  readonly #limits: RateLimits;
  readonly #starts = new Map<string, number[]>();
  readonly #paused = new Map<string, number>();

  constructor(limits: RateLimits) {
    this.#limits = limits;
  }

  async turn(realmId: string, patienceMs: number): Promise<void> {
    for (;;) {
      const due = this.#reserve(realmId, patienceMs);
      const wait = due - performance.now();
      if (wait > 0) await sleep(wait);
      // A pause may have begun while this call waited.
      if ((this.#paused.get(realmId) ?? 0) <= performance.now()) return;
    }
  }

  async pause(realmId: string, ms: number): Promise<void> {
    const until = performance.now() + ms;
    this.#paused.set(realmId, Math.max(until, this.#paused.get(realmId) ?? 0));
  }

  #reserve(realmId: string, patienceMs: number): number {
    const { perSecond, perMinute } = this.#limits;
    const starts = (this.#starts.get(realmId) ?? []).slice(-perMinute);
    const now = performance.now();
    const free = Math.max(
      now,
      this.#paused.get(realmId) ?? 0,
      (starts.at(-perSecond) ?? Number.NEGATIVE_INFINITY) + 1000,
      (starts.at(-perMinute) ?? Number.NEGATIVE_INFINITY) + 60_000,
    );
    if (free - now > patienceMs) throw notNow(free - now);
    this.#starts.set(realmId, [...starts, free]);
    return free;
  }
}
