import type { BackupRun } from "./backup-runs";

/** A time of day of this machine. */
export interface TimeOfDay {
  hours: number;
  minutes: number;
}

const RETRY_AFTER_MS = 3_600_000;

/** "03:30" @returns undefined for "off". */
export function parseTimeOfDay(text: string): TimeOfDay | undefined {
  if (text === "off") return undefined;
  const [hours = 0, minutes = 0] = text.split(":").map(Number);
  return { hours, minutes };
}

/**
 * When the next scheduled backup is due: at once, where the last time of day has passed without one, as after a night in
 * which the machine was off. One that failed is repeated after an hour.
 * @param runs newest first
 * @param since when the installation began; what lies before needs no backup
 */
export function nextDue(
  at: TimeOfDay,
  { runs, since, now }: { runs: readonly BackupRun[]; since: Date; now: Date },
): Date {
  const scheduled = runs.filter((run) => run.scheduled);
  const done = scheduled.find(({ error }) => error === null)?.startedAt ?? since;
  const today = onDay(now, at, 0);
  const last = today <= now ? today : onDay(now, at, -1);
  if (done >= last) return onDay(last, at, 1);
  const [newest] = scheduled;
  if (!newest || newest.startedAt < last) return last;
  return new Date(newest.startedAt.getTime() + RETRY_AFTER_MS);
}

function onDay(day: Date, { hours, minutes }: TimeOfDay, plus: number): Date {
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + plus, hours, minutes);
}
