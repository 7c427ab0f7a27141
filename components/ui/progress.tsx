import type { ComponentProps } from "react";
import { cn } from "@/lib/cn";

/** `value` in percent; null while the total is unknown. */
export function Progress({
  className,
  value = null,
  ...props
}: ComponentProps<"div"> & { value?: number | null }) {
  return (
    <div
      role="progressbar"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={value ?? undefined}
      className={cn("relative h-1.5 w-full overflow-hidden rounded-full bg-secondary", className)}
      {...props}
    >
      <div
        className={cn(
          "h-full origin-left rounded-full bg-primary transition-transform",
          value === null && "w-1/3 animate-pulse",
        )}
        style={value === null ? undefined : { transform: `translateX(${value - 100}%)` }}
      />
    </div>
  );
}
