"use client";

import { lazy, Suspense, useState } from "react";
import { ThemeButton } from "@/components/shell/theme-button";

const load = () => import("@/components/shell/theme-menu");
const ThemeMenu = lazy(load);

/** Ahead of the click, which is what tells when it fails. */
function preload(): void {
  load().catch(() => undefined);
}

/** The menu is loaded when somebody reaches for it: every page has it, and few visits need it. */
export function ThemeToggle() {
  const [isWanted, setWanted] = useState(false);
  const waiting = (
    <ThemeButton
      aria-haspopup="menu"
      onClick={() => setWanted(true)}
      onFocus={preload}
      onPointerEnter={preload}
    />
  );
  return isWanted ? (
    <Suspense fallback={waiting}>
      <ThemeMenu />
    </Suspense>
  ) : (
    waiting
  );
}
