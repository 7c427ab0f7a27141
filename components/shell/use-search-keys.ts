import { useEffect } from "react";
import { isShortcut } from "@/components/ui/shortcuts";

const PAGE_SEARCH = 'main input[type="search"]';
const OPEN = '[role="dialog"], [role="alertdialog"]';

/** Keys of every page: ⌘K or Ctrl+K opens the palette; "/" goes to the search of the page, or opens it too. */
export function useSearchKeys(openPalette: () => void): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || event.altKey || event.shiftKey) return;
      const withCommand = event.metaKey || event.ctrlKey;
      if (withCommand && event.key.toLowerCase() === "k") {
        event.preventDefault();
        if (!document.querySelector(OPEN)) openPalette();
      } else if (event.key === "/" && isShortcut(event)) {
        event.preventDefault();
        const search = document.querySelector<HTMLInputElement>(PAGE_SEARCH);
        if (search) search.focus();
        else openPalette();
      }
    }
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [openPalette]);
}
