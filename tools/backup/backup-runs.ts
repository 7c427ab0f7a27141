import { hostname } from "node:os";
import pg from "pg";
import type { Scope } from "../process/supervise";
import type { Backup } from "./create-backup";
import type { RowCounts } from "./database-facts";

/** A backup as it is recorded. */
export interface BackupRun {
  id: string;
  /** By the schedule: only its files are ever deleted. */
  scheduled: boolean;
  startedAt: Date;
  finishedAt: Date | null;
  file: string;
  bytes: number | null;
  counts: RowCounts | null;
  error: string | null;
  /** When it was restored and compared. */
  testedAt: Date | null;
  /** With `testedAt`: the file is damaged. Without: the test couldn't be done. */
  testError: string | null;
}

/** What a test found; `verdict` is false when it couldn't be done. */
export interface TestOutcome {
  verdict: boolean;
  seconds: number;
  error: string | null;
}

/** Key of the advisory lock of the one process that backs this database up. */
const LOCK_KEY = 7_340_002;
const INTERRUPTED = "It was interrupted: the process or the machine stopped.";

/** Whether the file is complete and not known to be damaged. */
export function isGood({ finishedAt, error, testedAt, testError }: BackupRun): boolean {
  return finishedAt !== null && error === null && !(testedAt !== null && testError !== null);
}

/** The record of backups in the database that they are of, held by one process at a time. */
export class BackupRuns {
  private constructor(
    private readonly client: pg.Client,
    /** Not before the migration that creates the table. */
    private readonly isKept: boolean,
  ) {}

  /**
   * Waits until no other process backs this database up, and holds that place until the scope ends. Runs that were left
   * unfinished are recorded as interrupted.
   */
  static async open(scope: Scope, url: string, log: (line: string) => void): Promise<BackupRuns> {
    const client = await scope.acquire(
      () => connect(url),
      (held) => held.end(),
    );
    const { rows } = await client.query("SELECT pg_try_advisory_lock($1) AS taken", [LOCK_KEY]);
    if (!rows[0]?.taken) {
      log("Waiting for another backup of this database …");
      await client.query("SELECT pg_advisory_lock($1)", [LOCK_KEY]);
    }
    const found = await client.query("SELECT to_regclass($1) IS NOT NULL AS kept", [
      "public.backup_runs",
    ]);
    const runs = new BackupRuns(client, found.rows[0]?.kept === true);
    if (runs.isKept) {
      await client.query(
        "UPDATE backup_runs SET finished_at = now(), error = $1 WHERE finished_at IS NULL",
        [INTERRUPTED],
      );
    }
    return runs;
  }

  /** Newest first. */
  async list(): Promise<BackupRun[]> {
    if (!this.isKept) return [];
    const { rows } = await this.client.query<BackupRun>(`
      SELECT id, scheduled, started_at AS "startedAt", finished_at AS "finishedAt", file,
        bytes::float8 AS bytes, counts, error, tested_at AS "testedAt", test_error AS "testError"
      FROM backup_runs ORDER BY started_at DESC, id`);
    return rows;
  }

  /** When this database became an installation: from then on it needs backups. */
  async since(): Promise<Date> {
    const { rows } = await this.client.query<{ at: Date }>(
      "SELECT created_at AS at FROM installation",
    );
    return rows[0]?.at ?? new Date(0);
  }

  /** @returns the new run's id; null where no runs are kept yet. */
  async begin(file: string, scheduled: boolean): Promise<string | null> {
    if (!this.isKept) return null;
    const { rows } = await this.client.query<{ id: string }>(
      "INSERT INTO backup_runs (file, scheduled) VALUES ($1, $2) RETURNING id",
      [file, scheduled],
    );
    return rows[0]?.id ?? null;
  }

  async finish(
    id: string | null,
    { format, counts }: Backup,
    { bytes }: { bytes: number },
  ): Promise<void> {
    const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
    await this.client.query(
      `UPDATE backup_runs SET finished_at = now(), format = $2, counts = $3, rows = $4, bytes = $5
       WHERE id = $1`,
      [id, format, counts, rows, bytes],
    );
  }

  async fail(id: string | null, error: string): Promise<void> {
    await this.client.query(
      "UPDATE backup_runs SET finished_at = now(), error = $2 WHERE id = $1",
      [id, error],
    );
  }

  async noteTest(id: string | null, { verdict, seconds, error }: TestOutcome): Promise<void> {
    await this.client.query(
      `UPDATE backup_runs SET tested_at = CASE WHEN $2 THEN now() END, test_seconds = $3,
         test_error = $4 WHERE id = $1`,
      [id, verdict, seconds, error],
    );
  }

  async forget(ids: string[]): Promise<void> {
    await this.client.query("DELETE FROM backup_runs WHERE id = ANY ($1::uuid[])", [ids]);
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 20_000,
    application_name: `deposit-matcher backup on ${hostname()}`,
  });
  // A connection that is lost meanwhile fails the next statement.
  client.on("error", () => undefined);
  await client.connect();
  return client;
}
