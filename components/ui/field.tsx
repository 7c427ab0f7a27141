"use client";

import { type ReactNode, useId } from "react";
import { Label } from "@/components/ui/label";
import { cn } from "@/lib/cn";

/** What ties a control to its label, hint and error; spread it on the control. */
interface ControlProps {
  id: string;
  "aria-invalid": boolean;
  "aria-describedby": string | undefined;
}

interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  /** The control comes before its label on one line, as for checkboxes. */
  inline?: boolean;
  className?: string | undefined;
  children: (control: ControlProps) => ReactNode;
}

/** One labelled input of a form, with its hint and the message about what is wrong with it. */
export function Field({ label, hint, error, inline = false, className, children }: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = [error && errorId, hint && hintId].filter(Boolean).join(" ");
  const control = children({
    id,
    "aria-invalid": error !== undefined,
    "aria-describedby": describedBy || undefined,
  });
  const caption = (
    <Label htmlFor={id} className={cn(inline && "font-normal")}>
      {label}
    </Label>
  );
  return (
    <div className={cn("ui-field", className)}>
      {inline ? (
        <div className="flex items-center gap-2.5">
          {control}
          {caption}
        </div>
      ) : (
        <>
          {caption}
          {control}
        </>
      )}
      {hint && (
        <p
          id={hintId}
          className={cn("text-caption text-pretty text-muted-foreground", inline && "pl-7")}
        >
          {hint}
        </p>
      )}
      {error && (
        <p
          id={errorId}
          role="alert"
          className={cn("text-caption text-destructive", inline && "pl-7")}
        >
          {error}
        </p>
      )}
    </div>
  );
}
