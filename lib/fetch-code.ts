import { backoffMs } from "@/lib/backoff";
import { delay } from "@/lib/delay";

const RETRY = { firstMs: 1_000, longestMs: 60_000 };

/**
 * Loads code on demand: waits for a connection and retries when it breaks, up to `tries` attempts in total.
 * @throws the last attempt's error
 */
export async function fetchCode<T>(load: () => Promise<T>, tries: number): Promise<T> {
  for (let failures = 0; ; ) {
    await online();
    try {
      return await load();
    } catch (error) {
      if (!navigator.onLine) continue;
      failures += 1;
      if (failures >= tries) throw error;
      await delay(backoffMs(failures, RETRY));
    }
  }
}

/** Resolves at once, or as soon as the browser has a connection again. */
function online(): Promise<void> {
  if (navigator.onLine) return Promise.resolve();
  return new Promise((resolve) => {
    window.addEventListener("online", () => resolve(), { once: true });
  });
}
