import type { ComponentProps } from "react";
import { controlClasses } from "@/components/ui/input";
import { cn } from "@/lib/cn";

/** Text of several lines. */
export function Textarea({ className, rows = 3, ...props }: ComponentProps<"textarea">) {
  return (
    <textarea
      rows={rows}
      className={cn(controlClasses, "h-auto min-h-20 resize-y py-2", className)}
      {...props}
    />
  );
}
