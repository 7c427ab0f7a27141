import { Check, TriangleAlert } from "lucide-react";
import type { EvidenceView } from "@/lib/contracts/deposits";

/** Why the engine thinks so, in plain phrases; what speaks against it is marked. */
export function EvidenceList({ evidence }: { evidence: EvidenceView[] }) {
  if (evidence.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-caption text-muted-foreground">
      {evidence.map(({ field, level, weight, text }) => (
        <li key={`${field} ${level}`} className="flex items-center gap-1.5">
          {weight < 0 ? (
            <TriangleAlert aria-label="Disagrees:" className="size-3.5 shrink-0 text-warning" />
          ) : (
            <Check aria-label="Agrees:" className="size-3.5 shrink-0 text-success" />
          )}
          {text}
        </li>
      ))}
    </ul>
  );
}
