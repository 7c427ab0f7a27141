import { ConflictError } from "./errors";
import { readInstallation } from "./installation";
import { singleton } from "./singleton";

/** How long a process may go on after another one, or a command, has paused or resumed the installation. */
const KEPT_MS = 5_000;

const kept = singleton("pause", (): { last?: { at: number; paused: Promise<boolean> } } => ({}));

/** Whether this is a restored copy that leaves providers and recipients alone. @throws as the database. */
export function isPaused(): Promise<boolean> {
  const now = performance.now();
  if (kept.last && now - kept.last.at < KEPT_MS) return kept.last.paused;
  const paused = readInstallation().then(({ pausedAt }) => pausedAt !== null);
  kept.last = { at: now, paused };
  paused.catch(() => delete kept.last);
  return paused;
}

/** After this process has changed it. */
export function forgetPause(): void {
  delete kept.last;
}

export const PAUSED = "This is a restored copy. Nothing is synced, posted or mailed.";

/** @throws ConflictError `paused`, with a sentence for the user. */
export async function requireRunning(): Promise<void> {
  if (await isPaused()) throw new ConflictError("paused", PAUSED);
}
