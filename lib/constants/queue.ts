/** What waits for a user, the most urgent first. */
export const QUEUE_GROUPS = [
  /** Matched, but posting failed or is blocked. */
  "not_posted",
  /** A suggested match waits to be confirmed or dismissed. */
  "suggested",
  /** Pending: no match was found, or not for all of it. */
  "open",
] as const;

/** Deposits of each group, unless asked otherwise. */
export const QUEUE_ROWS = 10;
export const MAX_QUEUE_ROWS = 200;
