import type { ComponentProps } from "react";
import { cn } from "@/lib/cn";

/** The look that all controls to type or choose in share. 16 px on phones, or iOS zooms in. */
export const controlClasses =
  "h-9 w-full min-w-0 rounded-md border border-input bg-card px-3 text-base text-foreground transition-colors placeholder:text-muted-foreground disabled:cursor-not-allowed disabled:opacity-50 aria-invalid:border-destructive md:text-sm";

export function Input({ className, type = "text", ...props }: ComponentProps<"input">) {
  return <input type={type} className={cn(controlClasses, className)} {...props} />;
}
