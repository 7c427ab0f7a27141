import type { Call } from "../http/call";
import type { Reply } from "../http/reply";
import { text } from "./refusals";
import type { XeroState } from "./state";

const MOST_AT_ONCE = 5;
const MOST_A_MINUTE = 60;
const MOST_A_DAY = { starter: 1000, core: 5000 };
const MOST_OF_THE_APP = 10_000;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

interface Window {
  calls: number;
  until: number;
}

interface Asked {
  tenantId: string;
  state: XeroState;
  now: number;
}

/**
 * Xero's limits for an organisation and app: 5 calls at once, 60 a minute, 5,000 a day (1,000 in the starter tier),
 * in windows that begin with a call. What `callsLeft` says counts even where the limits aren't enforced.
 */
export class XeroLimits {
  readonly #enforced: boolean;
  readonly #minutes = new Map<string, Window>();
  readonly #days = new Map<string, Window>();
  readonly #inFlight = new Map<Call, string>();
  #app: Window = { calls: 0, until: 0 };

  constructor(enforced: boolean) {
    this.#enforced = enforced;
  }

  /** Counts a call, which is in flight until it is `finished`. @returns the refusal, undefined where it may pass */
  refuse(call: Call, asked: Asked): Reply | undefined {
    const { tenantId, state, now } = asked;
    const open = [...this.#inFlight.values()].filter((tenant) => tenant === tenantId).length;
    const { day, minute } = this.#left(asked);
    if (this.#enforced && open >= MOST_AT_ONCE) return limited(state, "concurrent");
    if (this.#enforced && this.#app.calls >= MOST_OF_THE_APP) {
      return limited(state, "appminute", this.#app.until - now);
    }
    if (day.left <= 0) return limited(state, "day", day.until - now);
    if (minute.left <= 0) return limited(state, "minute", minute.until - now);
    this.#inFlight.set(call, tenantId);
    for (const left of Object.values(state.callsLeft)) left.left -= 1;
    for (const window of this.#windows(asked)) window.calls += 1;
    return undefined;
  }

  finished(call: Call): void {
    this.#inFlight.delete(call);
  }

  /** What every answer says. */
  headers(asked: Asked): Record<string, string> {
    const { day, minute } = this.#left(asked);
    const app = this.#enforced ? MOST_OF_THE_APP - this.#app.calls : MOST_OF_THE_APP - 1;
    return {
      "x-minlimit-remaining": String(minute.left),
      "x-daylimit-remaining": String(day.left),
      "x-appminlimit-remaining": String(app),
    };
  }

  #windows({ tenantId, now }: Asked): [Window, Window, Window] {
    const minute = current(this.#minutes.get(tenantId), now, MINUTE_MS);
    const day = current(this.#days.get(tenantId), now, DAY_MS);
    this.#minutes.set(tenantId, minute);
    this.#days.set(tenantId, day);
    this.#app = current(this.#app, now, MINUTE_MS);
    return [minute, day, this.#app];
  }

  #left(asked: Asked): Record<"minute" | "day", { left: number; until: number }> {
    const { state, tenantId, now } = asked;
    const [minute, day] = this.#windows(asked);
    const { tier } = state.books[tenantId]?.behaviour ?? { tier: "core" };
    const of = (window: Window, most: number) => ({
      left: most - (this.#enforced ? window.calls : 1),
      until: window.until,
    });
    for (const name of ["minute", "day"] as const) {
      if ((state.callsLeft[name]?.until ?? 0) <= now) delete state.callsLeft[name];
    }
    return {
      minute: of(minute, MOST_A_MINUTE),
      day: of(day, MOST_A_DAY[tier]),
      ...state.callsLeft,
    };
  }
}

/** The window that is open; a new one, too, where the emulators' clock was set back. */
function current(window: Window | undefined, now: number, lasts: number): Window {
  const isOpen = window && window.until > now && window.until - now <= lasts;
  return isOpen ? window : { calls: 0, until: now + lasts };
}

/** A 429 without a body; a limit of calls at once has no time after which to try again. */
export function limited(state: XeroState, problem: string, waitMs?: number): Reply {
  const reply = text(429, "");
  const words: Record<string, string> = state.limitWords;
  reply.headers["x-rate-limit-problem"] = words[problem] ?? problem;
  if (waitMs !== undefined) reply.headers["retry-after"] = String(Math.ceil(waitMs / 1000));
  return reply;
}
