import { exp2 } from "../exp2";

/**
 * Probability of each candidate, of those for one line or payment at most one of which is right: an expectation step.
 * @param subjectOf what the candidate is for
 * @param weightOf log2 odds against none being right, in bits
 */
export function posteriors<Candidate>(
  candidates: readonly Candidate[],
  subjectOf: (one: Candidate) => unknown,
  weightOf: (one: Candidate) => number,
): [candidate: Candidate, probability: number][] {
  const odds = candidates.map((one): [Candidate, number] => [one, exp2(weightOf(one))]);
  const totals = new Map<unknown, number>();
  for (const [one, odd] of odds) {
    const subject = subjectOf(one);
    totals.set(subject, (totals.get(subject) ?? 1) + odd);
  }
  return odds.map(([one, odd]) => [one, odd / (totals.get(subjectOf(one)) ?? 1)]);
}
