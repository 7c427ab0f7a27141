"use client";

import { ThemeButton } from "@/components/shell/theme-button";
import { useOnDemand } from "@/components/ui/use-on-demand";

const loadMenu = () => import("@/components/shell/theme-menu");

/** Light, dark, or as the system has it. */
export function ThemeToggle() {
  const { Part: ThemeMenu, show, preload } = useOnDemand(loadMenu);
  return ThemeMenu ? (
    <ThemeMenu />
  ) : (
    <ThemeButton aria-haspopup="menu" onClick={show} {...preload} />
  );
}
