import type { ComponentProps } from "react";
import { cn } from "@/lib/cn";

/** A link inside text to another product, in a tab of its own; the text alone where there is no address. */
export function ExternalLink({ className, children, ...props }: ComponentProps<"a">) {
  if (!props.href) return children;
  return (
    <a target="_blank" rel="noreferrer" className={cn("ui-link", className)} {...props}>
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
