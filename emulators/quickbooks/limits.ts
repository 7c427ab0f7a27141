import type { Call } from "../http/call";
import type { Reply } from "../http/reply";
import { xmlFault } from "./faults";

interface Limit {
  most: number;
  withinMs: number;
  counts: (call: Call) => boolean;
}

const LIMITS: readonly Limit[] = [
  { most: 10, withinMs: 1000, counts: () => true },
  { most: 500, withinMs: 60_000, counts: () => true },
  { most: 40, withinMs: 60_000, counts: ({ path }) => path.endsWith("/batch") },
];
const LONGEST_MS = 60_000;

/**
 * Intuit's limits per company and app, over any second and any minute: 10 calls, 500 calls, 40 batches. A
 * call over the limit gets a 429 in XML, without Retry-After.
 */
export class CallLimits {
  #calls: { at: number; call: Call }[] = [];

  /** The refusal of a call to the accounting API, or undefined. A refused call is not counted. */
  refuse(call: Call, now = performance.now()): Reply | undefined {
    if (!call.path.startsWith("/v3/company/")) return undefined;
    this.#calls = this.#calls.filter(({ at }) => at > now - LONGEST_MS);
    const over = LIMITS.some(
      ({ most, withinMs, counts }) =>
        counts(call) &&
        this.#calls.filter((each) => each.at > now - withinMs && counts(each.call)).length >= most,
    );
    if (over) return throttled();
    this.#calls.push({ at: now, call });
    return undefined;
  }
}

/** A throttled answer: XML, although JSON was requested. */
export function throttled(): Reply {
  return xmlFault(
    429,
    "3001",
    "ThrottleExceeded",
    "The request limit was reached.  Try again later",
  );
}
