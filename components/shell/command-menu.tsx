"use client";

import { Search } from "lucide-react";
import { useCallback, useState } from "react";
import { useGoKeys } from "@/components/shell/use-go-keys";
import { useSearchKeys } from "@/components/shell/use-search-keys";
import { Button } from "@/components/ui/button";
import { useOnDemand } from "@/components/ui/use-on-demand";

const loadPalette = () => import("@/components/shell/command-palette");

/** The way to the command palette: a button, and the keys. */
export function CommandMenu() {
  const { Part: Palette, show, preload } = useOnDemand(loadPalette);
  const [open, setOpen] = useState(false);
  const openPalette = useCallback(() => {
    show();
    setOpen(true);
  }, [show]);
  useSearchKeys(openPalette);
  useGoKeys();
  return (
    <>
      {/* Between the sheet and a wide screen, the row has no room for it. */}
      <Button
        variant="ghost"
        size="icon"
        aria-label="Search"
        aria-haspopup="dialog"
        aria-keyshortcuts="Meta+K Control+K"
        title="Search (Ctrl+K or ⌘K)"
        className="md:max-lg:hidden"
        onClick={openPalette}
        {...preload}
      >
        <Search aria-hidden="true" />
      </Button>
      {Palette && open && <Palette onClose={() => setOpen(false)} />}
    </>
  );
}
