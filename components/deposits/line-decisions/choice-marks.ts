/** What the keys of the page find in it: marks of its parts, by attribute. */

/** The card of all rows. */
export const LINES = "data-lines";
/** A row that a user can decide: j and k go from one to the next. */
export const STOP = "data-line-stop";
/** The button that Enter presses on such a row. */
export const FIRST_CHOICE = "data-first-choice";
/** In the place of a row's choices while they load. */
export const WAITING = "data-choices-waiting";
/** Buttons of a row that the digits press, in their order. */
export const CHOICE = "data-choice";
/** The whole suggestion's buttons. */
export const CONFIRM = "data-confirm-match";
export const DISMISS = "data-dismiss-match";
/** Links to the neighbours among the payouts to review. */
export const NEXT = "data-next-payout";
export const PREVIOUS = "data-previous-payout";

/** What the keys find a choice by. @param digit of its place; only the first nine have one. */
export function choiceMarks(isBest: boolean, digit: number) {
  return {
    [CHOICE]: "",
    ...(isBest && { [FIRST_CHOICE]: "" }),
    ...(digit < 10 && { "aria-keyshortcuts": String(digit) }),
  };
}
