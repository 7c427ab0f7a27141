const KEY = "lastActivity";
const WRITE_EVERY_MS = 1_000;
const SIGNS = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart", "focus"] as const;

/** When the user was last active in any tab of this browser (epoch milliseconds); 0 for never. */
export function lastActivity(): number {
  return Number(localStorage.getItem(KEY)) || 0;
}

/** Records that the user is active; the other tabs read it too. */
export function noteActivity(): void {
  const now = Date.now();
  if (Math.abs(now - lastActivity()) >= WRITE_EVERY_MS) localStorage.setItem(KEY, String(now));
}

/** Calls `listener` at every sign of the user on this page. @returns a function that stops it */
export function watchPerson(listener: () => void): () => void {
  for (const sign of SIGNS) window.addEventListener(sign, listener, { passive: true });
  return () => {
    for (const sign of SIGNS) window.removeEventListener(sign, listener);
  };
}
