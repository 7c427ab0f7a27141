/** Set by `npm run test:all`: what `npm test` does for each kind once is done for every case. */
export const IS_EXHAUSTIVE = process.env.TEST_EXHAUSTIVE === "1";

/** A number of rounds or cases: a few in every run, all in the exhaustive one. */
export function often(usual: number, exhaustive: number): number {
  return IS_EXHAUSTIVE ? exhaustive : usual;
}
