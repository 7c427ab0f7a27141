import type { MatchView } from "@/lib/contracts/match-views";

/** One word for how sure a match is. */
type Confidence = "Certain" | "Likely" | "Unsure";

type Decided = Pick<MatchView, "probability" | "origin">;

const CERTAIN = 0.99;
const LIKELY = 0.8;
/** The bar's limit for suggestions. */
const HELD_BACK = 0.9;

/**
 * Certain is only what the engine would do, or did, alone. Where it held back, because a fee is predicted
 * or something contradicts, a high probability is no more than likely.
 */
export function confidenceOf({ probability, origin }: Decided): Confidence {
  if (origin === "auto" && probability >= CERTAIN) return "Certain";
  return probability >= LIKELY ? "Likely" : "Unsure";
}

/** How much of the bar is filled, 0 to 1: never full for a suggestion. */
export function shareOf({ probability, origin }: Decided): number {
  return origin === "auto" ? probability : Math.min(probability, HELD_BACK);
}
