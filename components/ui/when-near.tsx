"use client";

import { type ReactNode, startTransition, useEffect, useRef, useState } from "react";
import { useQuiet } from "@/components/ui/use-quiet";

/**
 * Mounts its children once they are within a screen of being seen, and keeps them. The fallback holds their room: size
 * it like them.
 */
export function WhenNear({
  orQuiet = false,
  fallback,
  children,
}: {
  /** Not later than when the page is past its beginning: it is searched and printed with them. */
  orQuiet?: boolean;
  fallback: ReactNode;
  children: ReactNode;
}) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  const isQuiet = useQuiet();
  const isDue = isNear || (orQuiet && isQuiet);
  useEffect(() => {
    if (isDue || !place.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) {
          startTransition(() => setNear(true));
        }
      },
      { rootMargin: "100% 0px" },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [isDue]);
  return isDue ? children : <div ref={place}>{fallback}</div>;
}
