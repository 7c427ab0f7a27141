import type { Confidence } from "@/lib/contracts/dashboard";

/** Beyond this, more were undone than chance explains. */
const SURPRISING = 0.05;

/** How likely it is that `count` or more happen by chance where `expected` do on average (Poisson). */
export function chanceOfAtLeast(count: number, expected: number): number {
  let term = Math.exp(-expected);
  let below = 0;
  for (let k = 0; k < count; k += 1) {
    below += term;
    term *= expected / (k + 1);
  }
  return Math.max(0, 1 - below);
}

/** "0.4", "less than 0.1", "12". */
export function expectedText(expected: number): string {
  if (expected === 0) return "0";
  if (expected < 0.1) return "less than 0.1";
  return expected < 10 ? expected.toFixed(1) : String(Math.round(expected));
}

export type Verdict = "none" | "as_expected" | "one_alone" | "too_sure";

/** Whether what was undone fits what the probabilities promised; one alone proves nothing. */
export function verdictOf({ automatic, undone, expected_undone }: Confidence): Verdict {
  if (automatic === 0) return "none";
  if (undone === 0 || chanceOfAtLeast(undone, expected_undone) >= SURPRISING) return "as_expected";
  return undone === 1 ? "one_alone" : "too_sure";
}
