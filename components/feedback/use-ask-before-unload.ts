import { useEffect } from "react";

/** Lets the browser ask before a page that has something to lose is closed or reloaded. */
export function useAskBeforeUnload(atRisk: boolean): void {
  useEffect(() => {
    if (!atRisk) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [atRisk]);
}
