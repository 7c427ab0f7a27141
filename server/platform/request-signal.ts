import { AsyncLocalStorage } from "node:async_hooks";
import { singleton } from "./singleton";

const signals = singleton("request signals", () => new AsyncLocalStorage<AbortSignal>());

/** Runs the work of a request, which {@link requestSignal} ends when its client has gone. */
export function withRequestSignal<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  return signals.run(signal, work);
}

/** Aborted when the client of this request has gone; undefined outside of a request. */
export function requestSignal(): AbortSignal | undefined {
  return signals.getStore();
}
