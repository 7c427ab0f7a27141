/** What is typed while a part with a field is still loading. */
export interface KeysAhead {
  /** Ends the keeping, and returns what was typed. */
  take: () => string;
}

const MAX_KEPT = 200;

/**
 * Keeps what is typed from now on, so that a field that is about to come can begin with it. The page hears none of it.
 * @param onEscape Escape was pressed: the field is no longer wanted
 */
export function keepKeys(onEscape: () => void): KeysAhead {
  let typed = "";
  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key === "Escape") {
      stop();
      onEscape();
    } else if (event.key === "Backspace") typed = typed.slice(0, -1);
    else if (event.key.length === 1) typed = `${typed}${event.key}`.slice(0, MAX_KEPT);
    // Enter would press what has the focus behind it.
    else if (event.key !== "Enter") return;
    event.preventDefault();
    event.stopPropagation();
  }
  function stop() {
    document.removeEventListener("keydown", onKeyDown, { capture: true });
  }
  document.addEventListener("keydown", onKeyDown, { capture: true });
  return {
    take: () => {
      stop();
      const taken = typed;
      typed = "";
      return taken;
    },
  };
}
