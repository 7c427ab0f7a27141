"use client";

import { Progress as ProgressPrimitive } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "@/lib/cn";

/** `value` in percent; null while nobody knows how much there is. */
export function Progress({
  className,
  value = null,
  ...props
}: ComponentProps<typeof ProgressPrimitive.Root>) {
  return (
    <ProgressPrimitive.Root
      value={value}
      className={cn("relative h-1.5 w-full overflow-hidden rounded-full bg-secondary", className)}
      {...props}
    >
      <ProgressPrimitive.Indicator
        className="h-full origin-left rounded-full bg-primary transition-transform data-[state=indeterminate]:w-1/3 data-[state=indeterminate]:animate-pulse"
        style={value === null ? undefined : { transform: `translateX(${value - 100}%)` }}
      />
    </ProgressPrimitive.Root>
  );
}
