const DAY_MS = 86_400_000;

/** Authorize.Net accepts at most 31 days; one day less allows for its own time zone. */
const WINDOW_MS = 30 * DAY_MS;

/** How far back the first sync reads. */
export const FIRST_SYNC_MS = 2 * 365 * DAY_MS;

/**
 * The time from `since` (unix seconds; absent or too old: the first sync's range) to `now`, in windows
 * that Authorize.Net accepts, newest first. Neighbouring windows share their boundary.
 */
export function windowsBack(now: Date, since?: number): { from: Date; to: Date }[] {
  const end = now.getTime();
  const begin = Math.max((since ?? 0) * 1000, end - FIRST_SYNC_MS);
  const windows: { from: Date; to: Date }[] = [];
  for (let to = end; to > begin; to -= WINDOW_MS) {
    windows.push({ from: new Date(Math.max(begin, to - WINDOW_MS)), to: new Date(to) });
  }
  return windows;
}
