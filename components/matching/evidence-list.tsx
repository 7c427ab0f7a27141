import { Check, Minus, TriangleAlert } from "lucide-react";
import type { EvidenceView } from "@/lib/contracts/deposits";

/** Bits below which evidence speaks against a match; between that and 0 it says little either way. */
const AGAINST = -2;

/** Why the engine thinks so, in plain phrases; what speaks against it is marked. */
export function EvidenceList({ evidence }: { evidence: EvidenceView[] }) {
  if (evidence.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-caption text-muted-foreground">
      {evidence.map(({ field, level, weight, text }) => (
        <li key={`${field} ${level}`} className="flex items-center gap-1.5">
          <Mark weight={weight} />
          {text}
        </li>
      ))}
    </ul>
  );
}

function Mark({ weight }: { weight: number }) {
  const size = "size-3.5 shrink-0";
  if (weight > 0)
    return <Check role="img" aria-label="Agrees:" className={`${size} text-success`} />;
  if (weight > AGAINST) return <Minus role="img" aria-label="Says little:" className={size} />;
  return <TriangleAlert role="img" aria-label="Disagrees:" className={`${size} text-warning`} />;
}
