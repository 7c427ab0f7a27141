import { Check, Minus, TriangleAlert } from "lucide-react";
import type { EvidenceView } from "@/lib/contracts/deposits";

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

/** Bits below which evidence speaks against a match; between that and 0 it says little either way. */
const AGAINST = -2;

/** Why the engine thinks so, in plain phrases; what speaks against it is marked. */
export function EvidenceList({ evidence }: { evidence: EvidenceView[] }) {
  if (evidence.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-caption text-muted-foreground">
      {evidence.map((piece) => (
        <li key={`${piece.field} ${piece.level}`} className="flex items-center gap-1.5">
          <Mark evidence={piece} />
          {piece.text}
        </li>
      ))}
    </ul>
  );
}

function Mark({ evidence: { level, weight } }: { evidence: EvidenceView }) {
  const size = "size-3.5 shrink-0";
  if (weight > 0 || AGREEING.has(level))
    return <Check role="img" aria-label="Agrees:" className={`${size} text-success`} />;
  if (weight > AGAINST) return <Minus role="img" aria-label="Says little:" className={size} />;
  return <TriangleAlert role="img" aria-label="Disagrees:" className={`${size} text-warning`} />;
}
