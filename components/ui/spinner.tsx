import { LoaderCircle } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "@/lib/cn";

/** Decorative unless it has an `aria-label`: then it is the status that it names. */
export function Spinner({ className, ...props }: ComponentProps<"svg">) {
  const isNamed = props["aria-label"] !== undefined;
  return (
    <LoaderCircle
      data-slot="spinner"
      {...(isNamed ? { role: "status" } : { "aria-hidden": true })}
      className={cn("ui-spinner", className)}
      {...props}
    />
  );
}
