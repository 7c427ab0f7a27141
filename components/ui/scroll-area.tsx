"use client";

import { ScrollArea as ScrollAreaPrimitive } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "@/lib/cn";

const HIDE_DELAY_MS = 600;

/** Scrolls what is higher than it; give it a height. Can be scrolled by keyboard. */
export function ScrollArea({
  className,
  children,
  viewport,
  ...props
}: ComponentProps<typeof ScrollAreaPrimitive.Root> & {
  /** For what scrolls: its ref, role and keys. */
  viewport?: ComponentProps<typeof ScrollAreaPrimitive.Viewport>;
}) {
  return (
    <ScrollAreaPrimitive.Root
      scrollHideDelay={HIDE_DELAY_MS}
      className={cn("relative overflow-hidden", className)}
      {...props}
    >
      {/* Reachable by keyboard. Radix lays the content out as a table, which long names would widen. */}
      <ScrollAreaPrimitive.Viewport
        tabIndex={0}
        {...viewport}
        className={cn(
          "size-full rounded-[inherit] -outline-offset-2 [&>div]:block!",
          viewport?.className,
        )}
      >
        {children}
      </ScrollAreaPrimitive.Viewport>
      <ScrollAreaPrimitive.Scrollbar
        orientation="vertical"
        className="flex w-2.5 touch-none p-0.5 select-none"
      >
        <ScrollAreaPrimitive.Thumb className="relative flex-1 rounded-full bg-input" />
      </ScrollAreaPrimitive.Scrollbar>
    </ScrollAreaPrimitive.Root>
  );
}
