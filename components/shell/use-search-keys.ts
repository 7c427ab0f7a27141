import { useEffect } from "react";

const PAGE_SEARCH = 'main input[type="search"]';
/** Where a "/" is typed, or belongs to what is open. */
const TAKEN = 'input, textarea, select, [contenteditable="true"]';
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
      } else if (!withCommand && event.key === "/" && !isTaken(event.target)) {
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

function isTaken(target: EventTarget | null): boolean {
  if (document.querySelector(OPEN)) return true;
  return target instanceof Element && target.closest(TAKEN) !== null;
}
