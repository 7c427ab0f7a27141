"use client";

import { useOnDemand } from "@/components/feedback/use-on-demand";
import { ThemeButton } from "@/components/shell/theme-button";

const loadMenu = () => import("@/components/shell/theme-menu");

/** Light, dark, or as the system has it. */
export function ThemeToggle() {
  const { Part: ThemeMenu, want, reach } = useOnDemand(loadMenu);
  return ThemeMenu ? <ThemeMenu /> : <ThemeButton aria-haspopup="menu" onClick={want} {...reach} />;
}
