import { useDeferredValue } from "react";

/**
 * Whether what a large part shows has arrived: true a moment later, so that React draws the part bit by bit and the
 * page answers in between. A query's result alone is drawn in one go. What is there at first, and every later change,
 * is drawn at once.
 */
export function useArrival(isHere: boolean): boolean {
  return useDeferredValue(isHere) && isHere;
}
