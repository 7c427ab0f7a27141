import { backoffMs } from "@/lib/backoff";
import { delay } from "@/lib/delay";
import { whenOnline } from "@/lib/when-online";

const RETRY = { firstMs: 1_000, longestMs: 60_000 };

/**
 * Code that is fetched apart from its page, and that the page needs sooner or later: waits for a
 * connection, and tries again when it breaks on the way.
 */
export async function untilLoaded<T>(load: () => Promise<T>): Promise<T> {
  for (let failures = 1; ; failures += 1) {
    await whenOnline();
    try {
      return await load();
    } catch {
      // The browser has told it in its console.
      await delay(backoffMs(failures, RETRY));
    }
  }
}
