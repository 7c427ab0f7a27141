"use client";

import { type ReactNode, startTransition, useEffect, useRef, useState } from "react";

/**
 * Mounts its children once they are within three screens of being seen, and keeps them. The
 * fallback holds their room: size it like them.
 */
export function WhenNear({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (near || !place.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) {
          startTransition(() => setNear(true));
        }
      },
      { rootMargin: "300% 0px" },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [near]);
  return near ? children : <div ref={place}>{fallback}</div>;
}
