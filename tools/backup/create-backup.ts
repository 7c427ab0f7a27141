import type { Scope } from "../process/supervise";
import {
  appliedMigrations,
  connectAboveRows,
  countEssentials,
  serverMajor,
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

/**
 * Writes the whole database into one new file, as of one moment, while the product may keep running.
 * @returns a summary of the contents for the user.
 * @throws Error with one clear sentence; the file then does not exist.
 */
export async function createBackup(scope: Scope, options: Options): Promise<string> {
  const { url, file, log } = options;
  const client = await scope.acquire(
    () => connectAboveRows(url),
    (held) => held.end(),
  );
  await appliedMigrations(client);
  const programs = options.portable ? undefined : usablePrograms(await serverMajor(client), log);
  await writeNewFile(scope, file, (draft) =>
    programs
      ? writePgDump(scope, programs, { url, file: draft, log })
      : writePortable(client, draft, log),
  );
  return countEssentials(client);
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
