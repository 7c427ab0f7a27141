import { CHOICE, FIRST_CHOICE } from "./line-marks";

/** What the keys find a choice by. @param digit of its place; only the first nine have one. */
export function choiceMarks(isBest: boolean, digit: number) {
  return {
    [CHOICE]: "",
    ...(isBest && { [FIRST_CHOICE]: "" }),
    ...(digit < 10 && { "aria-keyshortcuts": String(digit) }),
  };
}
