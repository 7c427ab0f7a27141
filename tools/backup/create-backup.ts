import type { Scope } from "../process/supervise";
import {
  appliedMigrations,
  connectAboveRows,
  countRows,
  type RowCounts,
  serverMajor,
  summarize,
} from "./database-facts";
import { writeNewFile } from "./new-file";
import { writePgDump } from "./pg-format";
import { writePortable } from "./portable-write";
import { findPostgresPrograms, type PostgresPrograms } from "./postgres-programs";

interface Options {
  url: string;
  file: string;
  /** Use the portable format even where pg_dump is available. */
  portable: boolean;
  log: (line: string) => void;
}

export interface Backup {
  format: "pg_dump" | "portable";
  /** Rows by table, as of the backup's moment. */
  counts: RowCounts;
  /** "2 companies, 3 users, …" */
  summary: string;
}

/**
 * Writes the whole database into one new file, as of one moment, while the product may keep running.
 * @throws Error with one clear sentence; the file then does not exist.
 */
export async function createBackup(scope: Scope, options: Options): Promise<Backup> {
  const { url, file, log } = options;
  const client = await scope.acquire(
    () => connectAboveRows(url),
    (held) => held.end(),
  );
  await appliedMigrations(client);
  const programs = options.portable ? undefined : usablePrograms(await serverMajor(client), log);
  const counts = await writeNewFile(scope, file, async (draft) => {
    if (!programs) return writePortable(client, draft, log);
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    const { rows } = await client.query<{ id: string }>("SELECT pg_export_snapshot() AS id");
    await writePgDump(scope, programs, { url, file: draft, snapshot: rows[0]?.id ?? "", log });
    const counts = await countRows(client);
    await client.query("COMMIT");
    return counts;
  });
  return { format: programs ? "pg_dump" : "portable", counts, summary: summarize(counts) };
}

/** pg_dump where it can read this server; otherwise logs the reason and returns undefined. */
function usablePrograms(server: number, log: (line: string) => void): PostgresPrograms | undefined {
  const found = findPostgresPrograms();
  if (found && found.major >= server) {
    log(`Writing with pg_dump ${found.major} (custom format) …`);
    return found;
  }
  const why = found
    ? `pg_dump on this machine is version ${found.major}, the server is ${server}`
    : "pg_dump isn't installed";
  log(`${why}: writing the portable format instead …`);
  return undefined;
}
