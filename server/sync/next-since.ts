import { toDayNumber } from "@/lib/dates";
import type { SourcePayout } from "@/server/providers/types";
import { isReturned } from "./returned-payouts";

const DAY_SECONDS = 86_400;

/** Payouts change for a while after they were made (a bank can send one back within five business days). */
const LOOK_BACK_SECONDS = 30 * DAY_SECONDS;

/** A payout that is unfinished or unreadable for longer than this is no longer looked at. */
const LONGEST_SECONDS = 90 * DAY_SECONDS;

/** Sources list payouts by their creation; no payout takes longer than this to its `date`. */
const LATEST_ARRIVAL_SECONDS = 10 * DAY_SECONDS;

/**
 * Where the next sync starts, in unix seconds: far enough back for what may still change, and for what is still to be
 * read. A state that we don't know doesn't count: it may never end.
 */
export function nextSince(
  startedAt: number,
  payouts: Iterable<SourcePayout>,
  unreadable: ReadonlySet<string>,
): number {
  let since = startedAt - LOOK_BACK_SECONDS;
  for (const payout of payouts) {
    const unfinished =
      !payout.complete && payout.unknownState === undefined && !isReturned(payout.status);
    if (!unfinished && !unreadable.has(payout.providerId)) continue;
    since = Math.min(since, toDayNumber(payout.date) * DAY_SECONDS - LATEST_ARRIVAL_SECONDS);
  }
  return Math.max(since, startedAt - LONGEST_SECONDS);
}
