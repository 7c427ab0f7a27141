import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";

/** A sentence above a form that stays until it is no longer true. */
export function Notice({ children }: { children: ReactNode }) {
  return (
    <div
      role="alert"
      className="flex gap-2.5 rounded-lg bg-warning-surface p-3 text-caption text-pretty text-warning"
    >
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <p>{children}</p>
    </div>
  );
}
