/**
 * How long to wait before the next attempt, in milliseconds: doubling from `firstMs` up to `longestMs`,
 * and of that a random part between half and all. Without it, all that failed at the same moment would
 * come back at the same moment.
 *
 * @param attempts how often it has been tried, at least once
 * @param random a number from 0 to 1
 */
export function backoffMs(
  attempts: number,
  { firstMs, longestMs }: { firstMs: number; longestMs: number },
  random: number = Math.random(),
): number {
  const pause = Math.min(longestMs, firstMs * 2 ** (Math.max(1, attempts) - 1));
  return Math.round(pause * (0.5 + random / 2));
}
