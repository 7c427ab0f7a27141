import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate } from "@/prisma/migrate";
import { startEmbeddedPostgres } from "@/tools/postgres/embedded-postgres";
import type { Scope } from "@/tools/process/supervise";

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
  await migrate(server.url(), { productUrl: server.productUrl() });
  Object.assign(process.env, {
    DATABASE_URL: server.productUrl(),
    MIGRATE_DATABASE_URL: server.url(),
    DATA_DIR: dataDir,
    APP_URL: "http://localhost:3000",
    APP_SECRET: "measurements-only-not-a-secret-0123456789",
    WORKER: "off",
    LOG_LEVEL: "error",
  });
}

/** The database without row level security, to fill and to measure it. */
export const databaseUrl = (): string => process.env.MIGRATE_DATABASE_URL ?? "";
