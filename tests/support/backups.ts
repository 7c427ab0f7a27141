import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, inject } from "vitest";
import { closeDb } from "@/server/platform/db";
import { stopQueue } from "@/server/platform/queue/queue";
import { createBackup } from "@/tools/backup/create-backup";
import { findPostgresPrograms } from "@/tools/backup/postgres-programs";
import { type Restored, restoreBackup } from "@/tools/backup/restore-backup";
import { supervise } from "@/tools/process/supervise";
import { closeAdminDb } from "./admin-db";
import { onDatabase } from "./fingerprint";
import { onServer, withDatabase, withLogin } from "./postgres-server";

const others: string[] = [];
let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "deposit-matcher-backup-"));
});
afterAll(async () => {
  await letGo();
  for (const name of others) {
    await onServer(inject("serverUrl"), `DROP DATABASE ${name} WITH (FORCE)`);
  }
  await rm(folder, { recursive: true, force: true });
});

/** This test file's database, for the tables' owner. */
export const url = () => process.env.MIGRATE_DATABASE_URL ?? "";
export const appSecret = () => process.env.APP_SECRET ?? "";

/** Closes the product's connections, as on a stop; they reopen on demand. */
export async function letGo(): Promise<void> {
  await stopQueue(1_000);
  await closeDb();
  await closeAdminDb();
}

/** An empty database, dropped after the test file. */
export async function emptyDatabase(): Promise<string> {
  const name = `deposit_matcher_backup_${randomBytes(6).toString("hex")}`;
  await onServer(inject("serverUrl"), `CREATE DATABASE ${name}`);
  others.push(name);
  return withDatabase(inject("serverUrl"), name);
}

/** An unused path in a folder that is deleted after the test file. */
export const newFile = () => join(folder, `${randomBytes(4).toString("hex")}.backup`);

/** Writes a backup. @returns its output, with the contents last. */
export async function backup(file: string, portable: boolean, from = url()): Promise<string[]> {
  const lines: string[] = [];
  await supervise(async (scope) => {
    const log = (line: string) => lines.push(line);
    lines.push((await createBackup(scope, { url: from, file, portable, log })).summary);
    return 0;
  });
  return lines;
}

export async function restore(
  file: string,
  into: string,
  replace = false,
  secrets = [appSecret()],
  live = true,
): Promise<Restored | undefined> {
  let restored: Restored | undefined;
  await supervise(async (scope) => {
    restored = await restoreBackup(scope, {
      ownerUrl: into,
      productUrl: withLogin(into, inject("productLogin")),
      file,
      replace,
      live,
      secrets,
      log: () => undefined,
    });
    return 0;
  });
  return restored;
}

/**
 * Values of `portable` that this machine supports: pg_dump where it can read the server; the portable format
 * everywhere.
 */
export async function formats(): Promise<boolean[]> {
  const major = await onDatabase(url(), async (client) =>
    Number((await client.query("SHOW server_version_num")).rows[0].server_version_num),
  );
  const found = findPostgresPrograms();
  return found && found.major >= Math.floor(major / 10_000) ? [true, false] : [true];
}

export const backupFolder = () => folder;
