import { setTimeout as sleep } from "node:timers/promises";
import { ProviderError } from "@/server/providers/errors";

/** How many calls Xero leaves an organisation, as its last answer said. */
export interface Pace {
  /** In this minute, and today; null where the answer didn't say. */
  minuteLeft: number | null;
  dayLeft: number | null;
}

/** Decides when calls for an organisation may start. */
export interface CallLimiter {
  /**
   * Resolves when a call may start, with what its end has to be told by.
   * @throws ProviderError "rate_limited" when that is more than `patienceMs` away.
   */
  turn(tenantId: string, patienceMs: number): Promise<() => void>;
  /** Starts a pause that Xero asked for: no call for the organisation begins until it ends. */
  pause(tenantId: string, ms: number): Promise<void>;
  /** Notes what an answer said. */
  noted(tenantId: string, pace: Pace): void;
  /** What the last answer said; null before the first. */
  pace(tenantId: string): Pace | null;
}

export interface XeroLimits {
  atOnce: number;
  perMinute: number;
  perDay: number;
}

/** Of one app in one organisation. The free tier has 1,000 a day; what is left of a day, each answer says. */
const XERO_LIMITS: XeroLimits = { atOnce: 5, perMinute: 60, perDay: 5000 };

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

interface Tenant {
  starts: number[];
  pausedUntil: number;
  inFlight: number;
  waiting: (() => void)[];
  pace: Pace | null;
}

/** Keeps one process' calls under the limits. Several processes need a shared limiter. */
export class XeroLimiter implements CallLimiter {
  readonly #limits: XeroLimits;
  readonly #tenants = new Map<string, Tenant>();

  constructor(limits: XeroLimits = XERO_LIMITS) {
    this.#limits = limits;
  }

  async turn(tenantId: string, patienceMs: number): Promise<() => void> {
    const tenant = this.#tenant(tenantId);
    const giveUpAt = performance.now() + patienceMs;
    while (tenant.inFlight >= this.#limits.atOnce) {
      await new Promise<void>((free) => tenant.waiting.push(free));
    }
    tenant.inFlight += 1;
    const ended = () => {
      tenant.inFlight -= 1;
      tenant.waiting.shift()?.();
    };
    try {
      for (;;) {
        const due = this.#due(tenant);
        const wait = due - performance.now();
        if (wait <= 0) break;
        if (due > giveUpAt) throw notNow(wait);
        await sleep(wait);
      }
    } catch (error) {
      ended();
      throw error;
    }
    tenant.starts.push(performance.now());
    return ended;
  }

  async pause(tenantId: string, ms: number): Promise<void> {
    const tenant = this.#tenant(tenantId);
    tenant.pausedUntil = Math.max(tenant.pausedUntil, performance.now() + ms);
  }

  noted(tenantId: string, pace: Pace): void {
    this.#tenant(tenantId).pace = pace;
  }

  pace(tenantId: string): Pace | null {
    return this.#tenants.get(tenantId)?.pace ?? null;
  }

  #due(tenant: Tenant): number {
    const { perMinute, perDay } = this.#limits;
    const now = performance.now();
    tenant.starts = tenant.starts.filter((at) => at > now - DAY_MS);
    const after = (count: number, ms: number) => {
      const first = tenant.starts.at(-count);
      return first === undefined ? now : first + ms;
    };
    return Math.max(now, tenant.pausedUntil, after(perMinute, MINUTE_MS), after(perDay, DAY_MS));
  }

  #tenant(tenantId: string): Tenant {
    const known = this.#tenants.get(tenantId);
    if (known) return known;
    const tenant: Tenant = { starts: [], pausedUntil: 0, inFlight: 0, waiting: [], pace: null };
    this.#tenants.set(tenantId, tenant);
    return tenant;
  }
}

function notNow(waitMs: number): ProviderError {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000));
  const message = `the organisation's calls are used up for another ${retryAfterSeconds} s`;
  return new ProviderError("xero", "rate_limited", message, { retryAfterSeconds });
}
