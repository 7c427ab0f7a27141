import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, inject } from "vitest";
import { createBackup } from "@/scripts/lib/backup/create-backup";
import { findPostgresPrograms } from "@/scripts/lib/backup/postgres-programs";
import { type Restored, restoreBackup } from "@/scripts/lib/backup/restore-backup";
import { supervise } from "@/scripts/lib/supervise";
import { closeDb } from "@/server/db";
import { stopQueue } from "@/server/jobs/queue";
import { closeEverything } from "./everything";
import { onDatabase } from "./fingerprint";
import { onServer, withDatabase } from "./postgres-server";

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

/** The database of this test file. */
export const url = () => process.env.DATABASE_URL ?? "";
export const appSecret = () => process.env.APP_SECRET ?? "";

/** As when the product is stopped; it opens its connections again by itself. */
export async function letGo(): Promise<void> {
  await stopQueue(1_000);
  await closeDb();
  await closeEverything();
}

/** A database that has nothing, gone after the test file. */
export async function emptyDatabase(): Promise<string> {
  const name = `deposit_matcher_backup_${randomBytes(6).toString("hex")}`;
  await onServer(inject("serverUrl"), `CREATE DATABASE ${name}`);
  others.push(name);
  return withDatabase(inject("serverUrl"), name);
}

/** A path where nothing is, in a folder that is gone after the test file. */
export const newFile = () => join(folder, `${randomBytes(4).toString("hex")}.backup`);

/** Writes a backup. @returns what it said, what is in it last. */
export async function backup(file: string, portable: boolean, from = url()): Promise<string[]> {
  const lines: string[] = [];
  await supervise(async (scope) => {
    lines.push(
      await createBackup(scope, { url: from, file, portable, log: (line) => lines.push(line) }),
    );
    return 0;
  });
  return lines;
}

export async function restore(
  file: string,
  into: string,
  replace = false,
  secrets = [appSecret()],
): Promise<Restored | undefined> {
  let restored: Restored | undefined;
  await supervise(async (scope) => {
    restored = await restoreBackup(scope, {
      url: into,
      file,
      replace,
      secrets,
      log: () => undefined,
    });
    return 0;
  });
  return restored;
}

/** Which values of `portable` this machine can do: pg_dump where this machine's can read the server; our own format everywhere. */
export async function formats(): Promise<boolean[]> {
  const major = await onDatabase(url(), async (client) =>
    Number((await client.query("SHOW server_version_num")).rows[0].server_version_num),
  );
  const found = findPostgresPrograms();
  return found && found.major >= Math.floor(major / 10_000) ? [true, false] : [true];
}

export const backupFolder = () => folder;
