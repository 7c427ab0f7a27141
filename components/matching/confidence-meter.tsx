import { confidenceOf, percentText } from "@/components/matching/probability";
import { cn } from "@/lib/cn";

const COLOURS = {
  Certain: "bg-status-done",
  Likely: "bg-status-suggested",
  Unsure: "bg-status-idle",
};

/** A short bar with the word that says the same. */
export function ConfidenceMeter({ probability }: { probability: number }) {
  const word = confidenceOf(probability);
  return (
    <p className="flex items-center gap-2 text-caption whitespace-nowrap">
      <span aria-hidden="true" className="h-1.5 w-14 overflow-hidden rounded-full bg-secondary">
        <span
          className={cn("block h-full rounded-full", COLOURS[word])}
          style={{ width: `${Math.round(probability * 100)}%` }}
        />
      </span>
      <span className="font-medium">{word}</span>
      <span className="tabular-nums text-muted-foreground">{percentText(probability)}</span>
    </p>
  );
}
