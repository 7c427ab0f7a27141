import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";

/** A row that opens. The browser's search, and a link to an element inside, open it too. */
export function Fold({ head, children }: { head: ReactNode; children: ReactNode }) {
  return (
    <details className="group py-2.5">
      <summary className="grid cursor-pointer grid-cols-[1.5rem_1fr] rounded-sm text-sm">
        <ChevronRight
          aria-hidden="true"
          className="mt-0.5 size-4 text-muted-foreground transition-transform group-open:rotate-90"
        />
        {head}
      </summary>
      {children}
    </details>
  );
}
