"use client";

import type { ComponentProps } from "react";
import { MenuButton } from "@/components/shell/menu-button";
import type NavigationSheet from "@/components/shell/navigation-sheet";
import { useOnDemand } from "@/components/ui/use-on-demand";

const loadSheet = () => import("@/components/shell/navigation-sheet");

/** The way to the pages below 768 px. */
export function NavigationMenu(props: ComponentProps<typeof NavigationSheet>) {
  const { Part: Sheet, show, preload } = useOnDemand(loadSheet);
  return Sheet ? (
    <Sheet {...props} />
  ) : (
    <MenuButton aria-haspopup="dialog" aria-expanded={false} onClick={show} {...preload} />
  );
}
