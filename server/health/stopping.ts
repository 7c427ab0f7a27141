// As server/db.ts: several copies of this module, one process.
const kept = globalThis as typeof globalThis & { depositMatcherStopping?: boolean };

/** From now on this process is not ready, whatever its checks say: nobody should send it anything new. */
export function beginStopping(): void {
  kept.depositMatcherStopping = true;
}

export function isStopping(): boolean {
  return kept.depositMatcherStopping === true;
}

/**
 * Makes this process not ready on SIGTERM. Whoever closes the door on that signal (Next does, at once) is
 * told `seconds` later: until then load balancers notice and look elsewhere, and everything is answered.
 * Call it when those listeners are in place.
 */
export function stopReadyFirst(seconds: number): void {
  process.on("SIGINT", beginStopping);
  if (seconds === 0) {
    process.prependListener("SIGTERM", beginStopping);
    return;
  }
  const closers = process.listeners("SIGTERM");
  for (const closer of closers) process.off("SIGTERM", closer);
  process.on("SIGTERM", function announce() {
    if (isStopping()) return;
    beginStopping();
    setTimeout(() => {
      // Also to those who came later: a page that follows events may have come again meanwhile.
      const later = process.listeners("SIGTERM").filter((each) => each !== announce);
      for (const close of [...later, ...closers]) close("SIGTERM");
    }, seconds * 1000);
  });
}
