import type { ComponentProps, ReactNode } from "react";
import { RowLink } from "@/components/ui/row-link";
import { cn } from "@/lib/cn";

const LOOK = "ui-link";

export function TextLink({ className, ...props }: ComponentProps<typeof RowLink>) {
  return <RowLink className={cn(LOOK, className)} {...props} />;
}

/** A link to an element of the same page, followed by the browser: it opens a `details` around the element. */
export function InPageLink({ id, children }: { id: string; children: ReactNode }) {
  return (
    <a href={`#${id}`} className={LOOK}>
      {children}
    </a>
  );
}
