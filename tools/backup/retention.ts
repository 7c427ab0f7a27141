import { rm, stat } from "node:fs/promises";
import { type BackupRun, type BackupRuns, isGood } from "./backup-runs";

const REMEMBERED_MS = 30 * 86_400_000;

/**
 * Which runs are kept: the newest `keep` good ones of the schedule, the newest of these that passed its test, and the
 * newest good one of any kind.
 * @param runs newest first
 */
function keptRuns(runs: readonly BackupRun[], keep: number): Set<BackupRun | undefined> {
  const good = runs.filter(isGood);
  const scheduled = good.filter((run) => run.scheduled);
  const tested = scheduled.find(({ testedAt }) => testedAt !== null);
  return new Set([...scheduled.slice(0, keep), tested, good[0]]);
}

/** The scheduled runs before the newest good one whose files have done their time. */
export function outdated(runs: readonly BackupRun[], keep: number): BackupRun[] {
  const written = runs.filter((run) => run.scheduled && run.bytes !== null);
  const newest = written.findIndex(isGood);
  const kept = keptRuns(runs, keep);
  return newest < 0 ? [] : written.slice(newest).filter((run) => !kept.has(run));
}

/**
 * Deletes the files of outdated scheduled runs. A file that is not as it was written stays; so does one on another
 * machine, which deletes it itself. Runs without a kept file are forgotten after 30 days.
 * @returns the deleted files
 */
export async function deleteOutdated(runs: BackupRuns, keep: number, now: Date): Promise<string[]> {
  const all = await runs.list();
  const deleted: BackupRun[] = [];
  for (const run of outdated(all, keep)) {
    if ((await sizeOf(run.file)) !== run.bytes) continue;
    await rm(run.file);
    deleted.push(run);
  }
  const kept = keptRuns(all, keep);
  const isForgotten = (run: BackupRun) =>
    deleted.includes(run) ||
    (!kept.has(run) && now.getTime() - run.startedAt.getTime() > REMEMBERED_MS);
  await runs.forget(all.filter(isForgotten).map(({ id }) => id));
  return deleted.map(({ file }) => file);
}

/** Undefined where there is no such file. */
async function sizeOf(file: string): Promise<number | undefined> {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  return found?.size;
}
