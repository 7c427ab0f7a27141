import { readdir, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Scope } from "../process/supervise";
import type { DatabaseUrls } from "../product/open-database";
import type { BackupRun, BackupRuns, TestOutcome } from "./backup-runs";
import { type Backup, createBackup } from "./create-backup";
import { testBackup, UntestableError } from "./test-backup";

interface Options extends DatabaseUrls {
  file: string;
  scheduled: boolean;
  portable: boolean;
  log: (line: string) => void;
}

/** Makes a backup and records it. @throws Error as createBackup; the record then says so too. */
export async function recordedBackup(
  scope: Scope,
  runs: BackupRuns,
  { ownerUrl: url, file, scheduled, portable, log }: Options,
): Promise<Backup & { id: string | null; bytes: number }> {
  const id = await runs.begin(file, scheduled);
  try {
    const backup = await createBackup(scope, { url, file, portable, log });
    const { size: bytes } = await stat(file);
    if (id !== null) await runs.finish(id, backup, { bytes });
    return { ...backup, id, bytes };
  } catch (error) {
    if (id !== null) await runs.fail(id, messageOf(error));
    throw error;
  }
}

/** Tests a recorded backup, and records what came out. */
export async function recordedTest(
  scope: Scope,
  runs: BackupRuns,
  { id, ...options }: Parameters<typeof testBackup>[1] & { id: string },
): Promise<TestOutcome> {
  const started = performance.now();
  const ended = (verdict: boolean, error: string | null): TestOutcome => ({
    verdict,
    error,
    seconds: (performance.now() - started) / 1000,
  });
  const outcome = await testBackup(scope, options).then(
    () => ended(true, null),
    (error: unknown) => ended(!(error instanceof UntestableError), messageOf(error)),
  );
  await runs.noteTest(id, outcome);
  return outcome;
}

/** Removes what an interrupted run has left of its file. */
export async function removeDraft({ file }: Pick<BackupRun, "file">): Promise<void> {
  const names = await readdir(dirname(file)).catch(() => []);
  const drafts = names.filter((name) => {
    const rest = name.startsWith(`${basename(file)}.`) ? name.slice(basename(file).length) : "";
    return /^\.\d+\.part$/.test(rest);
  });
  for (const name of drafts) await rm(join(dirname(file), name), { force: true });
}

/** "deposit-matcher-2026-11-27T03-30-00Z.backup" */
export function fileName(now: Date): string {
  const time = now.toISOString().slice(0, 19).replaceAll(":", "-");
  return `deposit-matcher-${time}Z.backup`;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message || String(error) : String(error);
}
