import { cn } from "@/lib/cn";
import type { MatchView } from "@/lib/contracts/match-views";
import { confidenceOf, shareOf } from "./confidence";

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
