import type { Worker } from "@/server/worker/worker";

/** Runs once when the server starts. On one machine, the worker lives in the web process. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { trustProxies } = await import("@/server/http/client-ip");
  trustProxies();
  const { refuseTrace } = await import("@/server/http/refuse-trace");
  refuseTrace();
  const { getEnv } = await import("@/server/platform/env");
  const { APP_URL, STOP_DELAY_SECONDS, WORKER, sendsTraces } = getEnv();
  const { requireTls } = await import("@/server/http/require-tls");
  if (APP_URL.startsWith("https:")) requireTls();
  if (sendsTraces) {
    const { startTelemetry } = await import("@/server/telemetry/start");
    const traces = startTelemetry("deposit-matcher-web");
    // Next ends the process by itself once the last answer is out.
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, traces.flush);
  }
  let worker: Promise<Worker> | undefined;
  const endJobs = async () => (await worker)?.stop();
  const { stopReadyFirst } = await import("@/server/platform/health/stopping");
  stopReadyFirst(STOP_DELAY_SECONDS, WORKER === "inline" ? endJobs : undefined);
  const { endConnectionsWhenStopping } = await import("@/server/http/graceful-stop");
  endConnectionsWhenStopping();
  const { countPages } = await import("@/server/http/count-pages");
  countPages();
  if (WORKER !== "inline") return;
  const { startWorker } = await import("@/server/worker/worker");
  worker = startWorker();
  await worker;
}
