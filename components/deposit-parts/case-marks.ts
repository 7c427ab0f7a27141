/** What the keys of the inbox find in a case, by attribute. */

/** The button that answers it. */
export const ANSWER = "data-answer";
/** The link to its page. */
export const OPEN = "data-open-case";
/** A case that isn't unfolded: arriving there unfolds it. */
export const UNFOLD = "data-unfold";
/** Around the lines of a case: the focus waits here for them. */
export const CASE_LINES = "data-case-lines";

/** Marks the lines of a suggestion that need an account first. */
export const ACCOUNTS = "data-accounts";
