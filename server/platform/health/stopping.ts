import { log } from "@/server/platform/logger";
import { singleton } from "@/server/platform/singleton";

const kept = singleton("stopping", () => ({ isStopping: false }));

/** From now on this process reports not ready, whatever its checks say: it should get no new requests. */
export function beginStopping(): void {
  kept.isStopping = true;
}

export function isStopping(): boolean {
  return kept.isStopping;
}

/**
 * Makes this process not ready on SIGTERM. The listeners that close the server on that signal (Next does,
 * immediately, and ends the process) are called `seconds` later: until then load balancers notice, and
 * every request is answered. Work that goes on in this process ends before that too, also on Ctrl-C.
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
      // Includes listeners added since, as by a reconnected event stream.
      const later = process.listeners(signal).filter((each) => each !== announce);
      for (const close of [...later, ...closers]) close(signal);
    };
    setTimeout(() => (ended ? void ended.then(close) : close()), pauseMs);
  });
}
