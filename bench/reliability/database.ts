import { migrate } from "@/prisma/migrate";
import { startThrowawayPostgres } from "@/tools/postgres/throwaway-postgres";
import type { Scope } from "@/tools/process/supervise";

/**
 * A fresh database for this process and its children. Must run before the product's modules load: they read
 * their settings at first use.
 */
export async function useFreshDatabase(scope: Scope, log: (line: string) => void): Promise<void> {
  const server = await scope.acquire(
    () => startThrowawayPostgres(log),
    (held) => held.release(),
  );
  await migrate(server.url(), { productUrl: server.productUrl() });
  Object.assign(process.env, {
    DATABASE_URL: server.productUrl(),
    MIGRATE_DATABASE_URL: server.url(),
    DATA_DIR: server.dataDir,
    APP_URL: "http://localhost:3000",
    APP_SECRET: "measurements-only-not-a-secret-0123456789",
    WORKER: "off",
    LOG_LEVEL: "silent",
    // Every emulator has its own value; the product only needs one to be set.
    QUICKBOOKS_CLIENT_ID: "stand-in",
    QUICKBOOKS_CLIENT_SECRET: "stand-in",
  });
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
