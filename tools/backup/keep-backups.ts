import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { formatBytes } from "@/lib/format-bytes";
import type { parseBackupSettings } from "@/server/platform/env";
import { openScope, type Scope } from "../process/supervise";
import type { DatabaseUrls } from "../product/open-database";
import { fileName, messageOf, recordedBackup, recordedTest, removeDraft } from "./back-up";
import { type BackupRun, BackupRuns, isGood } from "./backup-runs";
import { deleteOutdated } from "./retention";
import { nextDue, parseTimeOfDay, type TimeOfDay } from "./schedule";
import { dropScratch } from "./test-backup";

export interface BackupSchedule extends DatabaseUrls {
  at: TimeOfDay;
  /** Absolute. */
  folder: string;
  keep: number;
  log: (line: string) => void;
}

/** Without BACKUP_AT; the night, so that a backup disturbs few. */
export const DEFAULT_TIME = "03:30";
/** The start comes first. */
const NOT_BEFORE_MS = 120_000;
/** Between two looks at the clock, which may be changed or stand still while a machine sleeps. */
const LOOK_EVERY_MS = 60_000;
const AFTER_FAILURE_MS = 600_000;

/** The schedule that the settings ask for. @param at by default {@link DEFAULT_TIME}. @returns undefined for "off" */
export function scheduleOf(
  settings: ReturnType<typeof parseBackupSettings>,
  { dataDir, ...rest }: DatabaseUrls & Pick<BackupSchedule, "log"> & { dataDir: string },
): BackupSchedule | undefined {
  const at = parseTimeOfDay(settings.BACKUP_AT ?? DEFAULT_TIME);
  const folder = resolve(settings.BACKUP_DIR ?? join(dataDir, "backups"));
  return at && { ...rest, at, folder, keep: settings.BACKUP_KEEP };
}

/**
 * Makes a backup every day, tests it and deletes outdated ones, until the scope ends. What goes wrong is logged and
 * recorded, and tried again later. Several processes may keep the backups of one database: each is made once.
 */
export async function keepBackups(scope: Scope, schedule: BackupSchedule): Promise<void> {
  await scope.acquire(
    async () => startKeeping(schedule),
    (keeping) => keeping.stop(),
  );
}

function startKeeping(schedule: BackupSchedule) {
  const earliest = Date.now() + NOT_BEFORE_MS;
  const ending = new AbortController();
  let part: ReturnType<typeof openScope> | undefined;
  const inPart = async <T>(work: (scope: Scope) => Promise<T>) => {
    part = openScope(new Promise(() => undefined));
    return work(part.scope).finally(part.release);
  };
  const loop = async () => {
    let due = await inPart((scope) => begin(scope, schedule)).catch(logged("Backups"));
    while (await pause(Math.max(due, earliest) - Date.now(), ending.signal)) {
      if (Date.now() < Math.max(due, earliest)) continue;
      due = await inPart((scope) => makeDue(scope, schedule)).catch(logged("The backup failed"));
    }
  };
  const logged = (what: string) => (error: unknown) => {
    if (!ending.signal.aborted) schedule.log(`${what}: ${messageOf(error)}`);
    return Date.now() + AFTER_FAILURE_MS;
  };
  const ended = loop();
  return {
    async stop() {
      ending.abort();
      await part?.release();
      await ended;
    },
  };
}

/** @returns false once it is ending. */
function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  return sleep(Math.min(Math.max(ms, 0), LOOK_EVERY_MS), true, { signal, ref: false }).catch(
    () => false,
  );
}

/** Tidies up after a crash, and says what the last backup is. @returns when the next one is due. */
async function begin(scope: Scope, schedule: BackupSchedule): Promise<number> {
  const runs = await BackupRuns.open(scope, schedule.ownerUrl, schedule.log);
  const all = await runs.list();
  for (const run of all) if (run.bytes === null) await removeDraft(run);
  await dropScratch(schedule.ownerUrl);
  const next = await dueAfter(runs, schedule, all);
  const when = next <= Date.now() ? "in a moment" : `at ${new Date(next).toLocaleString("sv-SE")}`;
  schedule.log(`Backups: ${describeLast(all.find(isGood))} The next one is made ${when}.`);
  return next;
}

/** @returns when the next backup is due, whether or not this one still was: another process may have made it. */
export async function makeDue(scope: Scope, schedule: BackupSchedule): Promise<number> {
  const { folder, keep, log, ownerUrl, productUrl } = schedule;
  const urls = { ownerUrl, productUrl };
  const runs = await BackupRuns.open(scope, urls.ownerUrl, log);
  const due = await dueAfter(runs, schedule, await runs.list());
  if (due > Date.now()) return due;
  const file = join(folder, fileName(new Date()));
  const quiet = () => undefined;
  const { id, counts, summary, bytes } = await recordedBackup(scope, runs, {
    ...urls,
    ...{ file, scheduled: true, portable: false, log: quiet },
  });
  log(`Backup written: ${file} (${formatBytes(bytes)}; ${summary}). Testing it …`);
  if (id !== null) {
    const test = await recordedTest(scope, runs, { ...urls, id, file, counts, log: quiet });
    log(
      test.error === null
        ? `The backup was restored on trial in ${Math.ceil(test.seconds)} s, and every table has its rows.`
        : `The backup ${test.verdict ? "is damaged" : "wasn't tested"}: ${test.error}`,
    );
  }
  for (const old of await deleteOutdated(runs, keep, new Date())) log(`Old backup deleted: ${old}`);
  return dueAfter(runs, schedule, await runs.list());
}

async function dueAfter(
  runs: BackupRuns,
  { at }: BackupSchedule,
  all: BackupRun[],
): Promise<number> {
  return nextDue(at, { runs: all, since: await runs.since(), now: new Date() }).getTime();
}

function describeLast(run: BackupRun | undefined): string {
  if (!run) return "there is none yet.";
  const size = run.bytes === null ? "" : `, ${formatBytes(run.bytes)}`;
  const test = run.testedAt ? "tested" : "not tested";
  return `the last one is of ${run.startedAt.toLocaleString("sv-SE")} (${run.file}${size}, ${test}).`;
}
