import { useEffect } from "react";

/** A traversal that was asked about, and is meant. */
const ANSWERED = "answered";

/**
 * Stops the browser's Back and Forward while something would be lost, and hands over the way to go on
 * after all. `onAsk` must be the same each time. Nothing is added to the history: a browser without the
 * Navigation API goes at once, and pages of another document are `beforeunload`'s.
 */
export function useAskBeforeBack(atRisk: boolean, onAsk: (goOn: () => void) => void): void {
  useEffect(() => {
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
