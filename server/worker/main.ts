import { closeDb } from "@/server/platform/db";
import { requireEnv } from "@/server/platform/env";
import { logUnreadableSecrets, logWarningsAtStart } from "@/server/platform/health/readiness";
import { beginStopping } from "@/server/platform/health/stopping";
import { log } from "@/server/platform/logger";
import { openWorkerDoor } from "./metrics-server";
import { startWorker } from "./worker";

/** The entry of `npm run worker`: a worker as its own process. */
const { METRICS_PORT, sendsTraces } = requireEnv();
const telemetry = sendsTraces ? await import("@/server/platform/telemetry/start") : undefined;
const traces = telemetry?.startTelemetry("deposit-matcher-worker");
const door = METRICS_PORT === undefined ? undefined : await openDoor(METRICS_PORT);
void logUnreadableSecrets();
const worker = await startWorker();
logWarningsAtStart();

async function openDoor(port: number) {
  return openWorkerDoor(port).catch((error: Error) => {
    log().fatal(error.message);
    process.exit(1);
  });
}

async function stop(): Promise<void> {
  log().info("worker stopping");
  beginStopping();
  await worker.stop();
  await door?.close();
  await traces?.stop();
  await closeDb();
}

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    stop().catch((error: unknown) => {
      log().error({ error }, "worker did not stop cleanly");
      process.exitCode = 1;
    });
  });
}
