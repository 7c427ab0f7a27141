import { useEffect, useLayoutEffect } from "react";

/** Lets the browser ask before a page that has something to lose is closed or reloaded. */
export function useAskBeforeUnload(atRisk: boolean): void {
  useEffect(() => {
    if (!atRisk) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [atRisk]);
}

/** A traversal that was asked about, and is meant. */
const ANSWERED = "answered";

/**
 * Stops the browser's Back and Forward while changes would be lost, and passes a function that continues to
 * `onAsk`, which must be stable. Adds nothing to the history: browsers without the Navigation API navigate at
 * once, and `beforeunload` covers pages of other documents.
 */
export function useAskBeforeBack(atRisk: boolean, onAsk: (goOn: () => void) => void): void {
  // Together with what the page says about its changes.
  useLayoutEffect(() => {
    if (!atRisk || !("navigation" in window)) return;
    const { navigation } = window;
    const ask = (event: NavigateEvent) => {
      const stays = event.navigationType !== "traverse" || event.hashChange;
      if (stays || !event.cancelable || event.info === ANSWERED) return;
      event.preventDefault();
      const { key } = event.destination;
      onAsk(() => {
        // Fails when the browser has forgotten the entry: then there is nowhere to go.
        navigation.traverseTo(key, { info: ANSWERED }).committed?.catch(() => undefined);
      });
    };
    navigation.addEventListener("navigate", ask);
    return () => navigation.removeEventListener("navigate", ask);
  }, [atRisk, onAsk]);
}
