import { db } from "@/server/platform/db";
import { RateLimitedError } from "@/server/platform/errors";

/** Advances time for the throttles and reset codes. */
export async function later(seconds: number): Promise<void> {
  await db("accounts").$executeRaw`
    UPDATE throttles SET free_at = free_at - make_interval(secs => ${seconds}),
      expires_at = expires_at - make_interval(secs => ${seconds})`;
}

/** One way to guess. @throws RateLimitedError when no guess was made. */
export type Door = () => Promise<unknown>;

/**
 * How many guesses somebody makes within `seconds` who tries each door as soon as it opens, at all doors together. The
 * limits are the real ones, in PostgreSQL; only the time between two tries passes by itself.
 */
export async function guessesWithin(seconds: number, doors: Door[]): Promise<number> {
  const opens = new Map(doors.map((door) => [door, 0]));
  let now = 0;
  let guesses = 0;
  for (;;) {
    const [next] = [...opens].sort(([, a], [, b]) => a - b);
    if (!next || next[1] >= seconds) return guesses;
    const [door, at] = next;
    if (at > now) await later(at - now);
    now = Math.max(now, at);
    const wait = await waitAt(door);
    if (wait === 0) guesses += 1;
    else opens.set(door, now + wait);
  }
}

/** Seconds until the door opens; 0 when it was open. */
async function waitAt(door: Door): Promise<number> {
  try {
    await door();
    return 0;
  } catch (error) {
    if (!(error instanceof RateLimitedError)) throw error;
    return error.detail.retryAfterSeconds ?? 0;
  }
}
