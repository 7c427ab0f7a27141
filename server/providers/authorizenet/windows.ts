const DAY_MS = 86_400_000;

/** Authorize.Net takes at most 31 days at once; the day less leaves room for its own time zone. */
const WINDOW_MS = 30 * DAY_MS;

/** How far back the first sync reads. */
export const FIRST_SYNC_MS = 2 * 365 * DAY_MS;

/**
 * The time from `since` (unix seconds; absent, or too long ago: as far back as the first sync) to `now`
 * in windows that Authorize.Net takes, newest first. Neighbours share their boundary.
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
