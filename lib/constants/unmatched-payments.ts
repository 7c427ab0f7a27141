/** A payment that waits longer in Undeposited Funds has been forgotten, or explains itself. */
export const UNMATCHED_DAYS = 14;

/** Why a payment still waits, most certain first. */
export const UNMATCHED_CAUSES = [
  /** In a match that is not posted yet. */
  "not_posted",
  "recorded_twice",
  "other_processor",
  "cash_or_check",
  "refunded",
  /** A payout has a charge of that amount, which no match explains. */
  "not_matched",
  "not_paid_out",
  "unknown",
] as const;
export type UnmatchedCause = (typeof UNMATCHED_CAUSES)[number];
