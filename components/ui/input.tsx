import type { ComponentProps } from "react";
import { cn } from "@/lib/cn";

/** The look that all controls to type or choose in share. 16 px on phones, or iOS zooms in. */
export const controlClasses = "ui-control";

export function Input({ className, type = "text", ...props }: ComponentProps<"input">) {
  return <input type={type} className={cn(controlClasses, className)} {...props} />;
}
