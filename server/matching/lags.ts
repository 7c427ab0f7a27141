import {
  DEPOSIT_LAG,
  LAG_FLOOR,
  LINE_LAG,
  OUTSIDE_WINDOW_BITS,
  WINDOW,
  WINDOW_DAYS,
} from "./prior";

/** Share of true pairs with this lag (payment − line, in days) before anything is learned. */
export function lagPrior(lag: number, whole: boolean): number {
  const shape = whole ? DEPOSIT_LAG : LINE_LAG;
  let share: number = shape.same;
  if (lag < 0) share = shape.earlier * shape.decayEarlier ** (-lag - 1);
  if (lag > 0) share = shape.later * shape.decayLater ** (lag - 1);
  return Math.max(share, LAG_FLOOR);
}

/** How much likelier this lag is, a priori, than for strangers spread over the window. */
export function lagPriorBits(lag: number, whole: boolean): number {
  if (lag < -WINDOW.before || lag > WINDOW.after) return OUTSIDE_WINDOW_BITS;
  return Math.log2(lagPrior(lag, whole) * WINDOW_DAYS);
}
