/** Undecided lines of a company are counted up to here: a larger number says nothing more. */
export const MAX_UNDECIDED = 1_000;
