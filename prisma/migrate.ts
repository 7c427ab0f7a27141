import { createHash, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { counted } from "@/lib/counted";
import { keepQueue } from "./keep-queue";
import { ADOPTION, isOfPreview, requireLastPreview } from "./previews";
import { hasLoginOfItsOwn, keepProductLogin } from "./product-login";
import { keepRuntimeRole } from "./runtime-role";
import { requireServerVersion } from "./server-version";

export interface Migration {
  name: string;
  sql: string;
}

interface HistoryRow {
  migration_name: string;
  checksum: string;
  finished_at: Date | null;
}

const migrationsFolder = fileURLToPath(new URL("./migrations", import.meta.url));

/** Prisma's own lock key, so that its `migrate deploy` and this runner exclude each other. */
const lockKey = 72_707_369;

/** Prisma's own table, so that either tool can continue where the other stopped. */
export const HISTORY = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id                  VARCHAR(36) PRIMARY KEY NOT NULL,
    checksum            VARCHAR(64) NOT NULL,
    finished_at         TIMESTAMPTZ,
    migration_name      VARCHAR(255) NOT NULL,
    logs                TEXT,
    rolled_back_at      TIMESTAMPTZ,
    started_at          TIMESTAMPTZ NOT NULL DEFAULT now(),
    applied_steps_count INTEGER NOT NULL DEFAULT 0
  )`;

interface Options {
  log?: (line: string) => void;
  waitMs?: number;
  /** DATABASE_URL, where the product signs in as another user than the one that migrates. */
  productUrl?: string;
}

/** Migrations whose names are logged. */
const FEW = 5;

/**
 * Brings a database to this program's schema, keeps the roles the product runs as and the job queue's schema,
 * and returns the names of the migrations it applied. A user that may not create tables only checks that
 * there is nothing to apply. A database of the last preview is taken to the baseline.
 * Waits until the database answers, and for another instance that is migrating. A migration and its
 * record are one transaction: a kill in the middle leaves neither. Throws an Error with one clear
 * sentence, among others when the database is newer than the program.
 */
export async function migrate(
  url: string,
  { log = () => undefined, waitMs = 60_000, productUrl = url }: Options = {},
): Promise<string[]> {
  const migrations = await readMigrations();
  const client = await connect(url, waitMs, log);
  try {
    await requireServerVersion(client);
    await takeLock(client, log);
    if (!(await mayCreateTables(client))) {
      await requireNothingPending(client, migrations);
      return [];
    }
    await client.query(HISTORY);
    await adoptPreview(client, migrations, log);
    const pending = await findPending(client, migrations);
    // A new database has all of them: their names say nothing there.
    if (pending.length > FEW) log(`Applying ${pending.length} migrations …`);
    for (const migration of pending) {
      if (pending.length <= FEW) log(`Applying migration ${migration.name} …`);
      await apply(client, migration);
    }
    const isSplit = hasLoginOfItsOwn(productUrl, url);
    await keepRuntimeRole(client, { log, isProduct: !isSplit });
    await keepQueue(client, { log, mayProduct: !isSplit });
    if (isSplit) await keepProductLogin(client, productUrl, log);
    return pending.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/** The migrations of this program, oldest first (their names begin with the time they were made). */
export async function readMigrations(folder = migrationsFolder): Promise<Migration[]> {
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return Promise.all(
    names.sort().map(async (name) => ({
      name,
      sql: await readFile(join(folder, name, "migration.sql"), "utf8"),
    })),
  );
}

async function connect(url: string, waitMs: number, log: (line: string) => void) {
  const deadline = Date.now() + waitMs;
  for (let attempt = 0; ; attempt += 1) {
    const client = new pg.Client({
      connectionString: url,
      application_name: "deposit-matcher-migrate",
      connectionTimeoutMillis: 10_000,
    });
    // A connection that is lost fails its next statement; the event alone would end the process.
    client.on("error", () => undefined);
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      if (!isWorthWaiting(error) || Date.now() > deadline) {
        throw new Error(`The database at ${nameOf(url)} cannot be used: ${reasonOf(error)}.`);
      }
      if (attempt === 0) log(`Waiting for the database at ${nameOf(url)} …`);
      await sleep(500);
    }
  }
}

/** Where a name has several addresses, Node's error has no text of its own. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message || String(error) : String(error);
}

/** True for a server that starts or is unreachable; a wrong password or name is final. */
function isWorthWaiting(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const isRefusal = /^[0-9A-Z]{5}$/.test(code) && code !== "57P03";
  return !isRefusal || code === "EPIPE";
}

async function takeLock(client: pg.Client, log: (line: string) => void): Promise<void> {
  const { rows } = await client.query("SELECT pg_try_advisory_lock($1) AS taken", [lockKey]);
  if (rows[0]?.taken === true) return;
  log("Waiting for another instance that is migrating …");
  await client.query("SELECT pg_advisory_lock($1)", [lockKey]);
}

async function mayCreateTables(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query("SELECT has_schema_privilege('public', 'CREATE') AS allowed");
  return rows[0]?.allowed === true;
}

async function requireNothingPending(client: pg.Client, migrations: Migration[]): Promise<void> {
  const { rows } = await client.query("SELECT to_regclass('public._prisma_migrations') AS history");
  const hasNone = rows[0]?.history === null || (await isPreview(client));
  const pending = hasNone ? migrations : await findPending(client, migrations);
  if (pending.length === 0) return;
  throw new Error(
    `The database lacks ${counted(pending.length, "migration")}, which its user may not apply: set MIGRATE_DATABASE_URL to the owner of the tables, and run npm run migrate.`,
  );
}

function nameOf(url: string): string {
  if (!URL.canParse(url)) return "DATABASE_URL";
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

async function adoptPreview(
  client: pg.Client,
  [baseline]: Migration[],
  log: (line: string) => void,
): Promise<void> {
  if (!baseline || !(await isPreview(client))) return;
  log("Taking the preview's database to this version …");
  await apply(client, baseline, ADOPTION);
}

/** @throws Error when the database is from a preview before the last. */
async function isPreview(client: pg.Client): Promise<boolean> {
  const names = (await readHistory(client)).map((row) => row.migration_name);
  if (!isOfPreview(names)) return false;
  requireLastPreview(names);
  return true;
}

/** @throws Error when a migration was begun and not finished. */
async function readHistory(client: pg.Client): Promise<HistoryRow[]> {
  const { rows } = await client.query<HistoryRow>(
    "SELECT migration_name, checksum, finished_at FROM _prisma_migrations WHERE rolled_back_at IS NULL",
  );
  const unfinished = rows.find(({ finished_at }) => finished_at === null);
  if (unfinished) {
    throw new Error(
      `Migration ${unfinished.migration_name} was begun by another tool and never finished: restore the database from a backup.`,
    );
  }
  return rows;
}

async function findPending(client: pg.Client, migrations: Migration[]): Promise<Migration[]> {
  const rows = await readHistory(client);
  const applied = new Map(rows.map((row) => [row.migration_name, row.checksum]));
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = [...applied.keys()].filter((name) => !known.has(name));
  if (unknown.length > 0) {
    throw new Error(
      `The database is newer than the program: it has ${unknown.sort().join(", ")}. Update the program, or restore an older backup.`,
    );
  }
  const edited = migrations.find(({ name, sql }) => {
    const checksum = applied.get(name);
    return checksum !== undefined && checksum !== checksumOf(sql);
  });
  if (edited) {
    throw new Error(
      `Migration ${edited.name} has changed since it was applied to this database: bring the file back, or begin with a new database.`,
    );
  }
  return migrations.filter(({ name }) => !applied.has(name));
}

export function checksumOf(sql: string): string {
  return createHash("sha256").update(sql).digest("hex");
}

/** @param statements what brings this database there, where that is not the migration itself. */
async function apply(client: pg.Client, { name, sql }: Migration, statements = sql): Promise<void> {
  await client.query("BEGIN");
  try {
    await client.query(statements);
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, clock_timestamp(), 1)`,
      [randomUUID(), checksumOf(sql), name],
    );
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw new Error(`Migration ${name} failed and was undone: ${String(error)}.`, { cause: error });
  }
}
