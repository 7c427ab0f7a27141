import { vi } from "vitest";

/** Far longer than any wait takes, also on a busy machine: only a missing event fails. */
const TIMEOUT_MS = 300_000;

/** Repeats `check` until it no longer throws, and returns its result. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: TIMEOUT_MS, interval: 50 });
}
