import { join, resolve } from "node:path";
import { counted } from "@/lib/counted";
import { parseBackupSettings } from "@/server/platform/env";
import { fileName, messageOf, recordedBackup } from "../backup/back-up";
import { BackupRuns } from "../backup/backup-runs";
import { testBackup } from "../backup/test-backup";
import { type Scope, supervise } from "../process/supervise";
import { openDatabase } from "../product/open-database";
import { dataDir } from "../product/settings";

const log = (line: string) => console.error(line);
const USAGE = "Usage: npm run backup [-- FILE] [--portable], or npm run backup -- --test FILE";
const OPTIONS = ["--portable", "--test"];

/**
 * `npm run backup [-- FILE]`: the whole database as one file, while the product may keep running.
 * `npm run backup -- --test FILE`: restores such a file on trial.
 */
export function main(args: string[]): Promise<number> {
  const [name, ...rest] = args.filter((arg) => !OPTIONS.includes(arg));
  const [portable, isTest] = OPTIONS.map((option) => args.includes(option));
  const isWrong = isTest && (portable || name === undefined);
  if (rest.length > 0 || name?.startsWith("-") || isWrong) throw new Error(USAGE);
  const { BACKUP_DIR } = parseBackupSettings(process.env);
  const folder = resolve(BACKUP_DIR ?? join(dataDir(), "backups"));
  const file = resolve(process.env.INIT_CWD ?? "", name ?? join(folder, fileName(new Date())));
  return supervise(async (scope) => {
    if (isTest) return test(scope, file);
    const urls = await openDatabase(scope, log);
    const runs = await BackupRuns.open(scope, urls.ownerUrl, log);
    const options = { ...urls, file, scheduled: false, portable: portable === true, log };
    const { summary } = await recordedBackup(scope, runs, options);
    log(`\nBackup written: ${file}\nContents: ${summary}.\n\n${whatIsMissing()}`);
    return 0;
  });
}

/** Holds the same place as a backup, since there is one database for tests. */
async function test(scope: Scope, file: string): Promise<number> {
  const urls = await openDatabase(scope, log);
  const runs = await BackupRuns.open(scope, urls.ownerUrl, log);
  const known = (await runs.list()).find((run) => run.file === file && run.bytes !== null);
  try {
    const counts = known?.counts ?? null;
    const { rows, isCompared } = await testBackup(scope, { ...urls, file, counts, log });
    const compared = isCompared
      ? "every table has the rows that were backed up"
      : "the file doesn't say how many rows each table should have, so they weren't compared";
    log(`\nRestored on trial: ${counted(rows, "row")}; ${compared}.`);
    return 0;
  } catch (error) {
    log(`\nThe test failed. ${messageOf(error)}`);
    return 1;
  }
}

function whatIsMissing(): string {
  const secret = process.env.APP_SECRET?.trim()
    ? "APP_SECRET"
    : `APP_SECRET, the file ${join(dataDir(), "app-secret")},`;
  return `The key is NOT in the backup. Store ${secret} in a separate safe place.
Without it, a restore works, but you must reconnect every provider and use recovery codes for two-factor.
Anyone with both the file and the key has your providers' credentials.`;
}
