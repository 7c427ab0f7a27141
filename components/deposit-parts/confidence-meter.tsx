import { cn } from "@/lib/cn";
import type { MatchView } from "@/lib/contracts/match-views";

const COLOURS = {
  Certain: "bg-status-done",
  Likely: "bg-status-suggested",
  Unsure: "bg-status-idle",
};

/** A short bar with its level in words; manual matches have no bar. */
export function ConfidenceMeter({ match }: { match: Pick<MatchView, "probability" | "origin"> }) {
  if (match.origin === "manual") {
    return <p className="text-caption font-medium whitespace-nowrap">Matched manually</p>;
  }
  const word = confidenceOf(match);
  return (
    <p className="flex items-center gap-2 text-caption whitespace-nowrap">
      <span aria-hidden="true" className="h-1.5 w-14 overflow-hidden rounded-full bg-secondary">
        <span
          className={cn("block h-full rounded-full", COLOURS[word])}
          style={{ width: `${Math.round(shareOf(match) * 100)}%` }}
        />
      </span>
      <span className="font-medium">{word}</span>
    </p>
  );
}

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
