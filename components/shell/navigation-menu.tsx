"use client";

import type { ComponentProps } from "react";
import { useOnDemand } from "@/components/feedback/use-on-demand";
import { MenuButton } from "@/components/shell/menu-button";
import type NavigationSheet from "@/components/shell/navigation-sheet";

const loadSheet = () => import("@/components/shell/navigation-sheet");

/** The way to the pages below 768 px. */
export function NavigationMenu(props: ComponentProps<typeof NavigationSheet>) {
  const { Part: Sheet, want, reach } = useOnDemand(loadSheet);
  return Sheet ? (
    <Sheet {...props} />
  ) : (
    <MenuButton aria-haspopup="dialog" aria-expanded={false} onClick={want} {...reach} />
  );
}
