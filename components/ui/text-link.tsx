import Link from "next/link";
import type { ComponentProps } from "react";
import { cn } from "@/lib/cn";

export function TextLink({ className, ...props }: ComponentProps<typeof Link>) {
  return (
    <Link
      className={cn(
        "rounded-sm font-medium text-primary underline decoration-border underline-offset-4 hover:decoration-current",
        className,
      )}
      {...props}
    />
  );
}
