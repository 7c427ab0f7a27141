/**
 * The wait before the next attempt, in milliseconds: doubles from `firstMs` up to `longestMs`, with
 * jitter between half and all of it, so that simultaneous failures do not retry simultaneously.
 * @param attempts how many attempts were made, at least 1
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
