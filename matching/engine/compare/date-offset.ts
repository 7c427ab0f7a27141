import { exp2 } from "@/matching/engine/exp2";
import {
  DEPOSIT_LAG,
  LAG_FLOOR,
  LINE_LAG,
  OUTSIDE_WINDOW_WEIGHT,
  WINDOW,
  WINDOW_DAYS,
} from "../parameters";

/**
 * Prior m-probability of a date offset.
 * @param lag payment − line, in days
 * @param isWholeDeposit the item is a deposit without lines
 * @returns share of true pairs with this lag, before anything is learned
 */
export function lagPrior(lag: number, isWholeDeposit: boolean): number {
  const shape = isWholeDeposit ? DEPOSIT_LAG : LINE_LAG;
  let share: number = shape.same;
  if (lag < 0) share = shape.earlier * exp2((-lag - 1) * Math.log2(shape.decayEarlier));
  if (lag > 0) share = shape.later * exp2((lag - 1) * Math.log2(shape.decayLater));
  return Math.max(share, LAG_FLOOR);
}

/**
 * Prior match weight of a date offset, in bits: its m-probability against unrelated records, which
 * spread evenly over the window.
 */
export function lagPriorWeight(lag: number, isWholeDeposit: boolean): number {
  if (lag < -WINDOW.before || lag > WINDOW.after) return OUTSIDE_WINDOW_WEIGHT;
  return Math.log2(lagPrior(lag, isWholeDeposit) * WINDOW_DAYS);
}
