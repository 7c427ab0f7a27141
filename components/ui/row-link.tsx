"use client";

import Link from "next/link";
import { type ComponentProps, useState } from "react";

/**
 * A link in a list of many: what is behind it is fetched ahead when somebody reaches for it, not for all
 * that are in sight.
 */
export function RowLink(props: ComponentProps<typeof Link>) {
  const [reached, setReached] = useState(false);
  const reach = () => setReached(true);
  return (
    <Link {...props} prefetch={reached ? null : false} onPointerEnter={reach} onFocus={reach} />
  );
}
