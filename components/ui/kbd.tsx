import type { ComponentProps } from "react";
import { cn } from "@/lib/cn";

/** A key of the keyboard. */
export function Kbd({ className, ...props }: ComponentProps<"kbd">) {
  return (
    <kbd
      className={cn(
        "inline-grid h-6 min-w-6 place-items-center justify-self-start rounded-sm border bg-muted px-1.5 text-xs text-foreground tabular-nums",
        className,
      )}
      {...props}
    />
  );
}
