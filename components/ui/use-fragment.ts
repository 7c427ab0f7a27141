import { useSyncExternalStore } from "react";

/** The address' part after "#", without it; null until the page runs in the browser, which alone knows it. */
export function useFragment(): string | null {
  return useSyncExternalStore(subscribe, read, () => null);
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener("hashchange", onChange);
  return () => window.removeEventListener("hashchange", onChange);
}

function read(): string {
  return window.location.hash.slice(1);
}
