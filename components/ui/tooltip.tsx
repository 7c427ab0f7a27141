"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { cn } from "@/lib/cn";

const HIDING = ["pointerleave", "pointerdown", "focusout"] as const;

/**
 * A text below the wrapped button on hover and keyboard focus; Escape closes it. The button has its own name
 * (`aria-label`), so screen readers don't read the text twice.
 */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  const place = useRef<HTMLSpanElement>(null);
  const [shown, setShown] = useState<"hover" | "focus" | null>(null);
  useEffect(() => {
    const around = place.current;
    if (!around) return;
    const listening = new AbortController();
    const { signal } = listening;
    const hide = () => setShown(null);
    const onEnter = ({ pointerType }: PointerEvent) => pointerType !== "touch" && setShown("hover");
    const onFocus = () => around.querySelector(":focus-visible") && setShown("focus");
    around.addEventListener("pointerenter", onEnter, { signal });
    around.addEventListener("focusin", onFocus, { signal });
    for (const sign of HIDING) around.addEventListener(sign, hide, { signal });
    document.addEventListener("keydown", ({ key }) => key === "Escape" && hide(), { signal });
    return () => listening.abort();
  }, []);
  return (
    <span ref={place} className="relative inline-flex">
      {children}
      <span
        role="tooltip"
        className={cn(
          "absolute top-full right-0 z-50 mt-1.5 w-max max-w-72 rounded-md bg-foreground px-2.5 py-1.5 text-xs text-background shadow-float transition-[opacity,visibility]",
          // The gap belongs to it: the pointer can cross it and rest on the words.
          "before:absolute before:inset-x-0 before:-top-1.5 before:h-1.5",
          shown === null && "invisible opacity-0",
          shown === "hover" && "delay-400",
        )}
      >
        {text}
      </span>
    </span>
  );
}
