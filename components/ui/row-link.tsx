"use client";

import Link from "next/link";
import { type ComponentProps, useState } from "react";

/**
 * A link of a page full of them: its page is prefetched when the pointer or the focus reaches it, not as soon as it is in
 * sight, when the page itself is still being drawn.
 */
export function RowLink(props: ComponentProps<typeof Link>) {
  const [reached, setReached] = useState(false);
  const reach = () => setReached(true);
  return (
    <Link {...props} prefetch={reached ? null : false} onPointerEnter={reach} onFocus={reach} />
  );
}
