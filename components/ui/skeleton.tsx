import type { ComponentProps } from "react";
import { cn } from "@/lib/cn";

/** Holds the place of what is loading; size it like that. */
export function Skeleton({ className, ...props }: ComponentProps<"div">) {
  return (
    <div
      aria-hidden="true"
      data-slot="skeleton"
      className={cn("ui-skeleton", className)}
      {...props}
    />
  );
}
