import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { migrate } from "@/prisma/migrate";
import { startEmbeddedPostgres } from "@/tools/postgres/embedded-postgres";
import { startThrowawayPostgres } from "@/tools/postgres/throwaway-postgres";
import type { Scope } from "@/tools/process/supervise";

interface Server {
  url(): string;
  productUrl(): string;
  dataDir: string;
}

/** Migrates it and makes it the database of this process and its children. */
async function use(server: Server, settings: Record<string, string>): Promise<void> {
  await migrate(server.url(), { productUrl: server.productUrl() });
  Object.assign(process.env, {
    DATABASE_URL: server.productUrl(),
    MIGRATE_DATABASE_URL: server.url(),
    DATA_DIR: server.dataDir,
    APP_URL: "http://localhost:3000",
    APP_SECRET: "measurements-only-not-a-secret-0123456789",
    WORKER: "off",
    ...settings,
  });
}

/**
 * A fresh database for this process and its children. Must run before the product's modules load: they read
 * their settings at first use.
 */
export async function useFreshDatabase(scope: Scope, log: (line: string) => void): Promise<void> {
  const server = await scope.acquire(
    () => startThrowawayPostgres(log),
    (held) => held.release(),
  );
  // Every emulator has its own value; the product only needs one to be set.
  const emulated = { QUICKBOOKS_CLIENT_ID: "stand-in", QUICKBOOKS_CLIENT_SECRET: "stand-in" };
  await use(server, { LOG_LEVEL: "silent", ...emulated });
}

/**
 * A fresh, durable PostgreSQL, as in production: each commit waits for the disk. Changes this process'
 * settings, so it must run before the product's modules load.
 */
export async function startDurableDatabase(
  scope: Scope,
  log: (line: string) => void,
): Promise<void> {
  const dataDir = await scope.acquire(
    () => mkdtemp(join(tmpdir(), "deposit-matcher-load-")),
    (folder) => rm(folder, { recursive: true, force: true }),
  );
  const server = await scope.acquire(
    () => startEmbeddedPostgres({ dataDir, log }),
    (held) => held.release(),
  );
  const { url, productUrl } = server;
  await use({ url, productUrl, dataDir }, { LOG_LEVEL: "error" });
}

/** The database without row level security, to fill and to measure it. */
export const databaseUrl = (): string => process.env.MIGRATE_DATABASE_URL ?? "";

/** PostgreSQL's first process, from which the others come. It runs on this machine. */
export async function databasePid(): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl() });
  await client.connect();
  try {
    const { rows } = await client.query<{ data_directory: string }>("SHOW data_directory");
    const file = await readFile(join(rows[0]?.data_directory ?? "", "postmaster.pid"), "utf8");
    return Number.parseInt(file, 10);
  } finally {
    await client.end();
  }
}

/** Closes this process' connections. */
export async function letGo(): Promise<void> {
  const { closeDb } = await import("@/server/platform/db");
  const { stopQueue } = await import("@/server/platform/queue/queue");
  const { closeAdminDb } = await import("@/tests/support/admin-db");
  await stopQueue(5_000);
  await closeDb();
  await closeAdminDb();
}
