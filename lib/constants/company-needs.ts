/** Deposits to decide of a company are counted up to here: a larger number says nothing more. */
export const MAX_TO_DECIDE = 1_000;
