import { formatBytes } from "@/lib/format-bytes";
import { timeAgo } from "@/lib/time-ago";
import { getEnv } from "@/server/platform/env";
import { queryUnscoped } from "@/server/platform/prepared-queries";

/** What the record of backups says; the programs in tools/backup write it. Times are milliseconds since 1970. */
export interface Backups {
  /** The newest that is complete and not known to be damaged. */
  good: { at: number; file: string; bytes: number } | null;
  /** When the newest test that found a backup in order ended. */
  testedAt: number | null;
  /** The newest run of the schedule. */
  latest: { at: number; error: string | null; testError: string | null } | null;
  /** Since when this database is an installation. */
  since: number;
}

const HOUR_MS = 3_600_000;
/** A day, and a backup that takes its time. */
const BACKUP_WITHIN_MS = 26 * HOUR_MS;
/** One night's test may fail. */
const TEST_WITHIN_MS = 36 * HOUR_MS;

const GOOD = `finished_at IS NOT NULL AND error IS NULL AND (test_error IS NULL OR tested_at IS NULL)`;
const AT = "(extract(epoch FROM started_at) * 1000)::float8";

/** @throws as the database. */
export async function readBackups(): Promise<Backups> {
  const [row] = await queryUnscoped<Backups>(`
    SELECT
      (SELECT json_build_object('at', ${AT}, 'file', file, 'bytes', bytes) FROM backup_runs
        WHERE ${GOOD} ORDER BY started_at DESC LIMIT 1) AS good,
      (SELECT (extract(epoch FROM max(tested_at)) * 1000)::float8 FROM backup_runs
        WHERE test_error IS NULL) AS "testedAt",
      (SELECT json_build_object('at', ${AT}, 'error', error, 'testError', test_error)
        FROM backup_runs WHERE scheduled ORDER BY started_at DESC LIMIT 1) AS latest,
      (extract(epoch FROM created_at) * 1000)::float8 AS since
    FROM installation`);
  if (!row) throw new Error("The table `installation` has lost its row.");
  return row;
}

/** What is found about the last backup, and what to do; `action` is null where all is well. */
export interface BackupFinding {
  text: string;
  action: string | null;
}

/** The last backup. Nothing is missing before the first is due. */
export function describeBackup({ good, latest, since }: Backups, now: Date): BackupFinding {
  const size = good && `${formatBytes(good.bytes)}, ${good.file}`;
  const made = good
    ? `The last backup was made ${timeAgo(new Date(good.at).toISOString(), now)} (${size}).`
    : "There is no backup yet.";
  const text = latest?.error ? `${made} A newer one failed: ${latest.error}` : made;
  const isLate = now.getTime() - (good?.at ?? since) > BACKUP_WITHIN_MS;
  const action = "Read the log of what makes the backups, or run npm run backup.";
  return { text, action: isLate || latest?.error ? action : null };
}

/** Whether backups are tested, and what the last test found. */
export function describeBackupTest(
  { good, latest, testedAt, since }: Backups,
  now: Date,
): BackupFinding {
  const tested =
    testedAt === null
      ? "No backup was tested yet."
      : `A backup was last restored on trial ${timeAgo(new Date(testedAt).toISOString(), now)}, with all its rows.`;
  const text = latest?.testError ? `${tested} The newest test failed: ${latest.testError}` : tested;
  const isLate = now.getTime() - (testedAt ?? since) > TEST_WITHIN_MS;
  const action = good
    ? `Run npm run backup -- --test ${good.file}`
    : "Tests follow the first scheduled backup.";
  return { text, action: isLate || latest?.testError ? action : null };
}

/** For readiness: what is late or has failed though backups are scheduled, as far as this process knows. */
export async function backupWarnings(): Promise<string[]> {
  const { BACKUP_AT } = getEnv();
  if (BACKUP_AT === undefined || BACKUP_AT === "off") return [];
  const [backups, now] = [await readBackups(), new Date()];
  return [describeBackup(backups, now), describeBackupTest(backups, now)].flatMap(
    ({ text, action }) => (action === null ? [] : `${text} ${action}`),
  );
}
