"use client";

import { Check, Minus } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "@/lib/cn";

type Checked = boolean | "indeterminate";

interface CheckboxProps extends Omit<ComponentProps<"button">, "value" | "type" | "role"> {
  /** "indeterminate": some of what it stands for. */
  checked: Checked;
  onCheckedChange: (checked: boolean) => void;
}

/** Drawn by the row: no more than a button, and its mark once it is ticked. */
export function Checkbox({ className, checked, onCheckedChange, ...props }: CheckboxProps) {
  const Mark = checked === "indeterminate" ? Minus : Check;
  return (
    // biome-ignore lint/a11y/useSemanticElements: an input has no room for the mark
    <button
      type="button"
      role="checkbox"
      aria-checked={checked === "indeterminate" ? "mixed" : checked}
      className={cn(
        "grid size-4.5 shrink-0 place-items-center rounded-sm border transition-colors disabled:cursor-not-allowed disabled:opacity-50 aria-invalid:border-destructive",
        checked ? "border-primary bg-primary" : "border-input bg-card",
        className,
      )}
      {...props}
      onClick={() => onCheckedChange(checked !== true)}
      onKeyDown={(event) => {
        // As any tick box: Space alone changes it.
        if (event.key === "Enter") event.preventDefault();
      }}
    >
      {checked && <Mark aria-hidden="true" className="size-3.5 text-primary-foreground" />}
    </button>
  );
}
