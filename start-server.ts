import { standBeforeNext } from "@/server/http/before-next";
import { requireEnv } from "@/server/platform/env";
import { logUnreadableSecrets, logWarningsAtStart } from "@/server/platform/health/readiness";
import { stopReadyFirst } from "@/server/platform/health/stopping";
import type { Worker } from "@/server/worker/worker";

/** What the web process does before it answers. On one machine, the worker lives in it. */
export async function startServer(): Promise<void> {
  const { HSTS, STOP_DELAY_SECONDS, WORKER, sendsTraces } = requireEnv();
  await standBeforeNext(HSTS);
  if (sendsTraces) {
    const { startTelemetry } = await import("@/server/platform/telemetry/start");
    const traces = startTelemetry("deposit-matcher-web");
    // Next ends the process by itself once the last answer is out.
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, traces.flush);
  }
  let worker: Promise<Worker> | undefined;
  const endJobs = async () => (await worker)?.stop();
  stopReadyFirst(STOP_DELAY_SECONDS, WORKER === "inline" ? endJobs : undefined);
  void logUnreadableSecrets();
  logWarningsAtStart();
  if (WORKER !== "inline") return;
  const { startWorker } = await import("@/server/worker/worker");
  worker = startWorker();
  await worker;
}
