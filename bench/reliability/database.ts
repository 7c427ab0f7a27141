import { migrate } from "@/prisma/migrate";
import type { Scope } from "@/scripts/lib/supervise";
import { startThrowawayPostgres } from "@/scripts/lib/throwaway-postgres";

/**
 * A fresh database for this process and those that it starts. Has to come before the product's modules:
 * they read their settings at first use.
 */
export async function useFreshDatabase(scope: Scope, log: (line: string) => void): Promise<void> {
  const server = await scope.acquire(
    () => startThrowawayPostgres(log),
    (held) => held.release(),
  );
  await migrate(server.url());
  Object.assign(process.env, {
    DATABASE_URL: server.url(),
    DATA_DIR: server.dataDir,
    APP_URL: "http://localhost:3000",
    APP_SECRET: "measurements-only-not-a-secret-0123456789",
    WORKER: "off",
    LOG_LEVEL: "silent",
    // Every stand-in has its own; what counts here is that there is one.
    QUICKBOOKS_CLIENT_ID: "stand-in",
    QUICKBOOKS_CLIENT_SECRET: "stand-in",
  });
}

/** Lets go of the connections that this process holds. */
export async function letGo(): Promise<void> {
  const { closeDb } = await import("@/server/db");
  const { stopQueue } = await import("@/server/jobs/queue");
  const { closeEverything } = await import("@/tests/setup/everything");
  await stopQueue(5_000);
  await closeDb();
  await closeEverything();
}
