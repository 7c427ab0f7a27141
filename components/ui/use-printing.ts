import { useSyncExternalStore } from "react";

const PRINT = "print";

/** Whether the page is being printed: paper shows what a screen folds. */
export function usePrinting(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(PRINT).matches,
    () => false,
  );
}

function subscribe(onChange: () => void): () => void {
  const media = matchMedia(PRINT);
  media.addEventListener("change", onChange);
  return () => media.removeEventListener("change", onChange);
}
