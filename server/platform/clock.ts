import { delay } from "@/lib/delay";
import { getEnv } from "./env";

/** What takes longer is no pause: it ends on a day that somebody else has named. */
const LONGEST_PAUSE_MS = 2 * 3_600_000;

/**
 * How many milliseconds a pause of `ms` lasts: as many, but in tests, whose clock CLOCK_RATE makes faster. For pauses of
 * the product's own choice only: how long an answer, a lease or a session may take is real time everywhere.
 */
export function lasting(ms: number): number {
  return ms > LONGEST_PAUSE_MS ? ms : ms / getEnv().CLOCK_RATE;
}

/** The other way: the pause that lasts `ms` milliseconds. */
export function pauseOf(ms: number): number {
  return ms * getEnv().CLOCK_RATE;
}

/** Resolves after a pause of `ms` milliseconds; rejects with the reason of `signal` when that is aborted before. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return delay(lasting(ms), signal);
}
