import { Check, Minus, TriangleAlert } from "lucide-react";
import { useFormatPreferences } from "@/components/ui/format-preferences";
import type { EvidenceView } from "@/lib/contracts/match-views";
import { writeDay } from "@/lib/format-date";

/** Agreement that a rival or a frequent value can weaken, but never turn into its opposite. */
const AGREEING: ReadonlySet<string> = new Set([
  "exact_gross",
  "exact_net",
  "same_day",
  "only_candidate",
  "complete_group",
  "sum_gross",
  "sum_net",
]);

/** The amount depends on a fee that was predicted, not reported. */
const PREDICTED: ReadonlySet<string> = new Set(["predicted_fee", "sum_less_fee"]);

/** "All open payments dated 2026-03-04": the company's format is the page's business. */
const DATE = /\b\d{4}-\d{2}-\d{2}\b/g;

/** Bits below which evidence speaks against a match; between that and 0 it says little either way. */
const AGAINST = -2;

/** Why the engine thinks so, in plain phrases; what speaks against it is marked and comes first. */
export function EvidenceList({ evidence }: { evidence: EvidenceView[] }) {
  const { dateFormat } = useFormatPreferences();
  if (evidence.length === 0) return null;
  const against = evidence.filter(disagrees);
  const others = evidence.filter((piece) => !disagrees(piece));
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-caption text-muted-foreground">
      {[...against, ...others].map((piece) => (
        <li key={`${piece.field} ${piece.level}`} className="flex items-start gap-1.5">
          <Mark evidence={piece} />
          <span className="min-w-0 break-words">
            {piece.text.replace(DATE, (date) => writeDay(date, dateFormat))}
          </span>
        </li>
      ))}
    </ul>
  );
}

function disagrees({ level, weight }: EvidenceView): boolean {
  return weight <= AGAINST && !AGREEING.has(level) && !PREDICTED.has(level);
}

function Mark({ evidence }: { evidence: EvidenceView }) {
  const { level, weight } = evidence;
  const size = "mt-0.75 size-3.5 shrink-0";
  if (PREDICTED.has(level)) return <Minus role="img" aria-label="Estimate:" className={size} />;
  if (weight > 0 || (weight === 0 && AGREEING.has(level)))
    return <Check role="img" aria-label="Agrees:" className={`${size} text-success`} />;
  if (!disagrees(evidence))
    return <Minus role="img" aria-label="Weak evidence:" className={size} />;
  return <TriangleAlert role="img" aria-label="Disagrees:" className={`${size} text-warning`} />;
}
