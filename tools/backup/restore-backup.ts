import { open } from "node:fs/promises";
import type pg from "pg";
import { migrate } from "@/prisma/migrate";
import { countSecrets, type StoredSecrets } from "@/server/platform/crypto/stored-secrets";
import type { Scope } from "../process/supervise";
import type { DatabaseUrls } from "../product/open-database";
import { connectAboveRows, countRows, summarize } from "./database-facts";
import { migrationsInDump, restorePgDump } from "./pg-format";
import { readPortableHeader, restorePortable } from "./portable-read";
import { findPostgresPrograms, howToInstall, type PostgresPrograms } from "./postgres-programs";
import { requireKnownVersion, requireTarget } from "./target";

interface Options extends DatabaseUrls {
  file: string;
  /** Also restore into a database that already has contents. */
  replace: boolean;
  /** Only where there is no account; whatever else is there is replaced. */
  first?: boolean;
  /** The copy takes the original's place at once; otherwise it begins paused. */
  live: boolean;
  /** APP_SECRET and the previous one. */
  secrets: string[];
  log: (line: string) => void;
  /** Sees the restored rows before they are migrated. */
  onRestored?: (client: pg.Client) => Promise<void>;
}

export interface Restored {
  /** "2 companies, 3 users, …" */
  counts: string;
  secrets: StoredSecrets;
}

/** A file's first bytes. */
const PG_DUMP = Buffer.from("PGDMP");
const GZIP = Buffer.from([0x1f, 0x8b]);

/**
 * Restores a backup and migrates the database to this program's schema. All or nothing: until the last row is
 * in, the database is unchanged.
 * @throws Error with one clear sentence: the database is in use or not empty, or the backup is damaged,
 * foreign, or of a newer version.
 */
export async function restoreBackup(scope: Scope, options: Options): Promise<Restored> {
  const { productUrl, ownerUrl, file, replace, first = false, live, secrets, log } = options;
  const kind = await kindOf(file);
  const programs = kind === "pg_dump" ? requirePrograms() : undefined;
  await requireKnownVersion(
    programs
      ? await migrationsInDump(scope, programs, file)
      : (await readPortableHeader(file)).migrations,
  );
  const client = await scope.acquire(
    () => connectAboveRows(ownerUrl),
    (held) => held.end(),
  );
  await requireTarget(client, replace || first);
  log("Restoring …");
  if (programs) await restorePgDump(scope, programs, { url: ownerUrl, file, first, live });
  else await restorePortable(client, { file, first, live, log });
  await options.onRestored?.(client);
  await migrate(ownerUrl, { log, productUrl });
  const ask = async (sql: string) => (await client.query(sql)).rows;
  return { counts: summarize(await countRows(client)), secrets: await countSecrets(ask, secrets) };
}

/** The format of a file, by its first bytes. @throws Error for any other file. */
export async function kindOf(file: string): Promise<"pg_dump" | "portable"> {
  const opened = await open(file).catch(() => {
    throw new Error(`Can't read ${file}: it doesn't exist or permission is denied.`);
  });
  const { buffer } = await opened.read(Buffer.alloc(8), 0, 8, 0).finally(() => opened.close());
  if (buffer.subarray(0, PG_DUMP.length).equals(PG_DUMP)) return "pg_dump";
  if (buffer.subarray(0, GZIP.length).equals(GZIP)) return "portable";
  throw new Error("This file isn't a Deposit Matcher backup.");
}

function requirePrograms(): PostgresPrograms {
  const found = findPostgresPrograms();
  if (found) return found;
  throw new Error(
    `This backup was written by pg_dump, but pg_restore and psql aren't installed. ${howToInstall(18)}`,
  );
}
