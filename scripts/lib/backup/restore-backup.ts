import { open } from "node:fs/promises";
import { migrate } from "../../../prisma/migrate";
import type { Scope } from "../supervise";
import { connectAboveRows, countEssentials } from "./database-facts";
import { migrationsInDump, restorePgDump } from "./pg-format";
import { readPortableHeader, restorePortable } from "./portable-read";
import { findPostgresPrograms, howToInstall, type PostgresPrograms } from "./postgres-programs";
import { countSecrets, type StoredSecrets } from "./stored-secrets";
import { requireKnownVersion, requireTarget } from "./target";

interface Options {
  url: string;
  file: string;
  /** Also when there is something in the database already. */
  replace: boolean;
  /** APP_SECRET, and the one before it. */
  secrets: string[];
  log: (line: string) => void;
}

export interface Restored {
  /** "companies 2, users 3, …" */
  counts: string;
  secrets: StoredSecrets;
}

/** How a file begins. */
const PG_DUMP = Buffer.from("PGDMP");
const GZIP = Buffer.from([0x1f, 0x8b]);

/**
 * Puts a backup into the database and brings it to this program's schema. All or nothing: until the last
 * row is in, the database stays what it was.
 * @throws Error with one clear sentence: the database is in use or not empty, the backup is damaged, none
 *   of ours, or of a newer version.
 */
export async function restoreBackup(scope: Scope, options: Options): Promise<Restored> {
  const { url, file, replace, secrets, log } = options;
  const kind = await kindOf(file);
  const programs = kind === "pg_dump" ? requirePrograms() : undefined;
  await requireKnownVersion(
    programs
      ? await migrationsInDump(scope, programs, file)
      : (await readPortableHeader(file)).migrations,
  );
  const client = await scope.acquire(
    () => connectAboveRows(url),
    (held) => held.end(),
  );
  await requireTarget(client, replace);
  log("Restoring …");
  if (programs) await restorePgDump(scope, programs, { url, file });
  else await restorePortable(client, file, log);
  await migrate(url, { log });
  return { counts: await countEssentials(client), secrets: await countSecrets(client, secrets) };
}

async function kindOf(file: string): Promise<"pg_dump" | "portable"> {
  const opened = await open(file).catch(() => {
    throw new Error(`There is no file ${file}, or it may not be read.`);
  });
  const { buffer } = await opened.read(Buffer.alloc(8), 0, 8, 0).finally(() => opened.close());
  if (buffer.subarray(0, PG_DUMP.length).equals(PG_DUMP)) return "pg_dump";
  if (buffer.subarray(0, GZIP.length).equals(GZIP)) return "portable";
  throw new Error("This file is no backup of Deposit Matcher.");
}

function requirePrograms(): PostgresPrograms {
  const found = findPostgresPrograms();
  if (found) return found;
  throw new Error(
    `This backup was written by pg_dump, and there is no pg_restore and psql on this machine. ${howToInstall(18)}`,
  );
}
