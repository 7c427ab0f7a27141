/**
 * Whether this page is told what happens. Then it asks only now and then, in case something went wrong
 * on the way; without, it asks as often as what it shows needs.
 */
const RARELY_MS = 20_000;

let live = false;

export function isLive(): boolean {
  return live;
}

export function setLive(now: boolean): void {
  live = now;
}

/** For `refetchInterval`: how often to ask for what the stream tells too. */
export function pollEvery(ms: number): number {
  return live ? Math.max(ms, RARELY_MS) : ms;
}

/** How many parts of the page show work that goes on. */
let watchers = 0;
const listeners = new Set<() => void>();

export function isWatched(): boolean {
  return watchers > 0;
}

/** A part of the page shows work that goes on, until the returned function is called. */
export function watch(): () => void {
  change(1);
  return () => change(-1);
}

export function subscribeWatchers(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function change(by: 1 | -1): void {
  watchers += by;
  for (const listener of listeners) listener();
}
