import { getEnv } from "./env";
import { ConflictError } from "./errors";
import { queryUnscoped } from "./prepared-queries";
import { singleton } from "./singleton";

/** What this installation knows of itself. */
export interface Installation {
  id: string;
  createdAt: Date;
  /** It had accounts before there was SIGN_UP, so it stays open unless that is set. */
  hadAccounts: boolean;
  /** Since when nothing is synced, posted or mailed, because it is a restored copy; null when it works. */
  pausedAt: Date | null;
}

/** Whether its people know each other, so that an owner of a company may decide for the installation. */
export function isPrivate({ hadAccounts }: Pick<Installation, "hadAccounts">): boolean {
  const { SIGN_UP } = getEnv();
  return SIGN_UP === undefined ? !hadAccounts : SIGN_UP !== "open";
}

/** @throws as the database. */
export async function readInstallation(): Promise<Installation> {
  const [row] = await queryUnscoped<Installation>(`
    SELECT id, created_at AS "createdAt", had_accounts AS "hadAccounts", paused_at AS "pausedAt"
    FROM installation`);
  if (!row) throw new Error("The table `installation` has lost its row.");
  return row;
}

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
