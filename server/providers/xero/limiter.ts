import { ProviderError } from "@/server/providers/errors";

/**
 * Who waits for a call. People are answered at once or refused soon; a sync leaves the end of a day's calls to people
 * and postings.
 */
export type Caller = "people" | "postings" | "syncs";

/** What an answer said about Xero's limits; null where it didn't. */
export interface Said {
  leftToday: number | null;
  leftThisMinute: number | null;
  /** Present in a 429: no further call for so long. */
  pause?: Pause;
}

export interface Pause {
  limit: string | undefined;
  ms: number;
}

/** Decides when calls for an organisation may start. */
export interface CallLimiter {
  /**
   * Resolves when a call may start, with what has to be called at its end: with nothing where no answer came.
   * @throws ProviderError "rate_limited" when it can't start within the caller's patience.
   */
  turn(tenantId: string, caller: Caller): Promise<(said?: Said) => Promise<void>>;
}

export const DAY_IS_USED_UP =
  "Xero takes no more calls for this organisation today. We'll go on when it does.";

const DAY_IS_RESERVED =
  "Most of the calls that Xero takes for this organisation in a day are used, and the rest is kept for people and postings. Imports go on later. Nothing is lost.";

/**
 * The error for a caller whose call can't start yet.
 * @param why the limit: "day", "kept" (the rest of the day's calls), "minute", …
 */
export function notNow(waitMs: number, why: string | null): ProviderError {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000));
  const message = `the organisation's calls are used up for another ${retryAfterSeconds} s`;
  return new ProviderError("xero", "rate_limited", message, {
    retryAfterSeconds,
    ...(why === "day" && { sentence: DAY_IS_USED_UP }),
    ...(why === "kept" && { sentence: DAY_IS_RESERVED }),
  });
}
