import { delay } from "@/lib/delay";
import { getEnv } from "./env";

/** Longer waits end at a date that a provider named, so they are not scaled. */
const LONGEST_PAUSE_MS = 2 * 3_600_000;

/**
 * The real duration of a pause, in milliseconds. It equals `ms` except in tests, which speed pauses up by CLOCK_RATE.
 * Only for pauses that the product chooses: time-outs, leases and sessions always run in real time.
 */
export function lasting(ms: number): number {
  return ms > LONGEST_PAUSE_MS ? ms : ms / getEnv().CLOCK_RATE;
}

/** The inverse of {@link lasting}. */
export function pauseOf(ms: number): number {
  return ms * getEnv().CLOCK_RATE;
}

/** Resolves after a pause of `ms` milliseconds; rejects with the reason of `signal` when that is aborted before. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return delay(lasting(ms), signal);
}
