import { log } from "@/server/logger";

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
 * Makes this process not ready on SIGTERM. Whoever closes the door on that signal (Next does, at once, and
 * ends the process) is told `seconds` later: until then load balancers notice and look elsewhere, and
 * everything is answered. Work that goes on in this process ends before that too, also on Ctrl-C.
 * Call it when those listeners are in place.
 */
export function stopReadyFirst(seconds: number, endWork?: () => Promise<void>): void {
  if (endWork) holdBack("SIGINT", 0, endWork);
  else process.on("SIGINT", beginStopping);
  if (seconds === 0 && !endWork) process.prependListener("SIGTERM", beginStopping);
  else holdBack("SIGTERM", seconds * 1000, endWork);
}

function holdBack(
  signal: "SIGINT" | "SIGTERM",
  pauseMs: number,
  endWork?: () => Promise<void>,
): void {
  const closers = process.listeners(signal);
  for (const closer of closers) process.off(signal, closer);
  process.on(signal, function announce() {
    if (isStopping()) return;
    beginStopping();
    const ended = endWork?.().catch((error: unknown) => {
      log().error({ error }, "work did not end cleanly");
    });
    const close = () => {
      // Also to those who came later: a page that follows events may have come again meanwhile.
      const later = process.listeners(signal).filter((each) => each !== announce);
      for (const close of [...later, ...closers]) close(signal);
    };
    setTimeout(() => (ended ? void ended.then(close) : close()), pauseMs);
  });
}
