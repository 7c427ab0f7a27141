import { counted } from "@/lib/counted";
import { diskWarning } from "@/server/platform/disk";
import { type Env, getEnv } from "@/server/platform/env";
import { backupWarnings } from "@/server/platform/last-backup";
import { queryUnscoped } from "@/server/platform/prepared-queries";
import { isWorkerMissing, secondsWithoutWorker } from "@/server/platform/queue/claims";

/** What the operator has to see to, as it is now, in sentences. Needs the database. */
export async function installationWarnings(): Promise<string[]> {
  const [atStart, workers, backups] = await Promise.all([
    startWarnings(),
    workerWarning(),
    backupWarnings(),
  ]);
  return [...atStart, ...(workers === undefined ? [] : [workers]), ...backups];
}

/** The same but for workers and backups, which come later. */
export async function startWarnings(): Promise<string[]> {
  const found = await Promise.all([addressWarning(getEnv()), diskWarning(), clockWarning()]);
  return found.flatMap((sentence) => sentence ?? []);
}

export function addressWarning({
  APP_URL,
  isLocal,
}: Pick<Env, "APP_URL" | "isLocal">): string | undefined {
  if (!APP_URL.startsWith("http:") || isLocal) return undefined;
  return `APP_URL is ${APP_URL}: passwords and tokens cross the network in the clear. Put a proxy that terminates TLS in front, and set APP_URL to its https address.`;
}

async function workerWarning(): Promise<string | undefined> {
  if (!(await isWorkerMissing())) return undefined;
  const minutes = Math.floor((await secondsWithoutWorker()) / 60);
  const since = minutes < 120 ? counted(minutes, "minute") : `${Math.floor(minutes / 60)} hours`;
  return `No worker has been seen for ${since}: nothing is synced, matched, posted or mailed. Start npm run worker, or set WORKER=inline.`;
}

const MAX_SKEW_MS = 30_000;

/** Two-factor codes count in half minutes, by this process' clock. */
export async function clockWarning(): Promise<string | undefined> {
  const before = Date.now();
  const [row] = await queryUnscoped<{ now: number }>(
    "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now",
  );
  const after = Date.now();
  return row && describeSkew((before + after) / 2 - row.now, "the database's");
}

/** @param skewMs by how much this process' clock is ahead of the other */
export function describeSkew(skewMs: number, other: string): string | undefined {
  if (Math.abs(skewMs) <= MAX_SKEW_MS) return undefined;
  const seconds = Math.round(Math.abs(skewMs) / 1000);
  const amount = seconds < 120 ? `${seconds} seconds` : `${Math.round(seconds / 60)} minutes`;
  const direction = skewMs > 0 ? "ahead of" : "behind";
  return `This machine's clock is ${amount} ${direction} ${other}: codes of two-factor sign-in will fail. Set the clocks by NTP.`;
}
