"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { useState } from "react";
import { isCurrent, NAVIGATION } from "@/components/shell/navigation";
import { cn } from "@/lib/cn";

/** The entries, the current one marked; in a row, or stacked in the sheet of narrow screens. */
export function NavigationLinks({
  stacked = false,
  onNavigate,
}: {
  stacked?: boolean;
  onNavigate?: () => void;
}) {
  const pathname = usePathname();
  // Their pages are fetched when one of them is about to be chosen, not in the way of the page that is shown.
  const [reached, setReached] = useState(false);
  const reach = () => setReached(true);
  return (
    <ul
      onPointerEnter={reach}
      onFocus={reach}
      className={cn("flex", stacked ? "flex-col gap-1" : "items-center gap-0.5")}
    >
      {NAVIGATION.map(({ href, label, pages }) => {
        const current = isCurrent(pages, pathname);
        return (
          <li key={href}>
            <Link
              href={href}
              prefetch={reached ? null : false}
              aria-current={current ? "page" : undefined}
              {...(onNavigate && { onClick: onNavigate })}
              className={cn(
                "flex items-center rounded-md px-3 whitespace-nowrap font-medium text-muted-foreground transition-colors hover:bg-accent hover:text-accent-foreground aria-[current=page]:bg-accent aria-[current=page]:text-accent-foreground",
                stacked ? "h-11" : "h-9 max-lg:px-2",
              )}
            >
              {label}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
