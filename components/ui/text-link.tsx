import Link from "next/link";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "@/lib/cn";

const LOOK =
  "rounded-sm font-medium text-primary underline decoration-border underline-offset-4 hover:decoration-current";

export function TextLink({ className, ...props }: ComponentProps<typeof Link>) {
  return <Link className={cn(LOOK, className)} {...props} />;
}

/** A link to an element of the same page, followed by the browser: it opens a `details` around the element. */
export function InPageLink({ id, children }: { id: string; children: ReactNode }) {
  return (
    <a href={`#${id}`} className={LOOK}>
      {children}
    </a>
  );
}
