"use client";

import { useRouter } from "next/navigation";
import type { ComponentProps, MouseEvent } from "react";

/**
 * A link of a page full of them: its page is prefetched when the pointer or the focus reaches it, not as soon as it is in
 * sight, when the page itself is still being drawn. An anchor alone: Next's Link costs four times as much to draw.
 */
export function RowLink({ href, onClick, ...props }: ComponentProps<"a"> & { href: string }) {
  const router = useRouter();
  const reach = () => router.prefetch(href);
  return (
    <a
      {...props}
      href={href}
      onPointerEnter={reach}
      onFocus={reach}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || isForBrowser(event)) return;
        event.preventDefault();
        router.push(href);
      }}
    />
  );
}

/** In another tab or window, or as a download. */
function isForBrowser({
  metaKey,
  ctrlKey,
  shiftKey,
  altKey,
  currentTarget,
}: MouseEvent<HTMLAnchorElement>): boolean {
  return metaKey || ctrlKey || shiftKey || altKey || currentTarget.target === "_blank";
}
