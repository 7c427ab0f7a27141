import { isWeekend, weekday } from "./calendar";
import type { Random, Weighted } from "./random";

/** Weight of each lag (payment − line, days), before weekends are moved. */
const NEAR: Weighted<number> = [
  [0, 0.43],
  [1, 0.2],
  [2, 0.08],
  [3, 0.05],
  [-1, 0.1],
  [-2, 0.04],
  [-3, 0.02],
  [4, 0.02],
  [5, 0.015],
  [6, 0.015],
];
/** Share booked one to three weeks off; most of these late, the rest early. */
const FAR = { share: 0.03, late: 0.8, from: 7, to: 21 } as const;
/** Share of what would be booked on a weekend that waits for Monday. */
const WAITS_FOR_MONDAY = 0.6;

/** Draws the day on which a line of `day` is booked. */
export function bookingDay(random: Random, day: number): number {
  const booked = day + rawLag(random);
  if (!isWeekend(booked) || !random.chance(WAITS_FOR_MONDAY)) return booked;
  return booked + 7 - weekday(booked);
}

function rawLag(random: Random): number {
  if (!random.chance(FAR.share)) return random.weighted(NEAR);
  const distance = random.between(FAR.from, FAR.to);
  return random.chance(FAR.late) ? distance : -distance;
}
