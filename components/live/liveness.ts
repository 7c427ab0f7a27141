/**
 * Whether the page receives events. With a stream, queries poll rarely, in case an event was lost; without,
 * they poll as often as what they show needs.
 */
const RARELY_MS = 20_000;

let live = false;

export function isLive(): boolean {
  return live;
}

export function setLive(now: boolean): void {
  live = now;
}

/** For `refetchInterval`: how often to poll for what the stream reports too. */
export function pollEvery(ms: number): number {
  return live ? Math.max(ms, RARELY_MS) : ms;
}

/** How many parts of the page show work in progress. */
let watchers = 0;
const listeners = new Set<() => void>();

export function isWatched(): boolean {
  return watchers > 0;
}

/** Counts a part of the page that shows work in progress; call the returned function when it ends. */
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
