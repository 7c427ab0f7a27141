"use client";

import { type ReactNode, useId } from "react";
import { Label } from "@/components/ui/label";

/** One setting in a line: its name and what it changes at the left, its control at the right. */
export function Setting({
  label,
  hint,
  children,
}: {
  label: string;
  hint: ReactNode;
  children: (control: { id: string; "aria-describedby": string }) => ReactNode;
}) {
  const id = useId();
  const hintId = `${id}-hint`;
  return (
    <div className="flex items-start justify-between gap-6">
      <div className="grid gap-0.5">
        <Label htmlFor={id}>{label}</Label>
        <p id={hintId} className="text-caption text-pretty text-muted-foreground">
          {hint}
        </p>
      </div>
      {children({ id, "aria-describedby": hintId })}
    </div>
  );
}
