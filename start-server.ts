import { trustProxies } from "@/server/http/client-ip";
import { countPages } from "@/server/http/count-pages";
import { endStalledAnswers } from "@/server/http/end-stalled-answers";
import { endConnectionsWhenStopping } from "@/server/http/graceful-stop";
import { keepPages } from "@/server/http/kept-pages";
import { refuseBadRequests } from "@/server/http/refuse-bad-requests";
import { secureByDefault } from "@/server/http/secure-by-default";
import { signedInRoutes } from "@/server/http/signed-in-routes";
import { isBuilt, requireEnv } from "@/server/platform/env";
import { logUnreadableSecrets, logWarningsAtStart } from "@/server/platform/health/readiness";
import { stopReadyFirst } from "@/server/platform/health/stopping";
import { isPaused } from "@/server/platform/installation";
import type { Worker } from "@/server/worker/worker";

/** What the web process does before it answers. On one machine, the worker lives in it. */
export async function startServer(): Promise<void> {
  const { HSTS, STOP_DELAY_SECONDS, WORKER, sendsTraces } = requireEnv();
  trustProxies();
  // Before what comes before it: the last one sees a request first.
  if (isBuilt) keepPages({ routes: await signedInRoutes(), isSpecial: isPaused });
  refuseBadRequests({ strictTransport: HSTS, isDevelopment: !isBuilt });
  secureByDefault(HSTS);
  endStalledAnswers();
  if (sendsTraces) {
    const { startTelemetry } = await import("@/server/platform/telemetry/start");
    const traces = startTelemetry("deposit-matcher-web");
    // Next ends the process by itself once the last answer is out.
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, traces.flush);
  }
  let worker: Promise<Worker> | undefined;
  const endJobs = async () => (await worker)?.stop();
  stopReadyFirst(STOP_DELAY_SECONDS, WORKER === "inline" ? endJobs : undefined);
  endConnectionsWhenStopping();
  countPages();
  void logUnreadableSecrets();
  logWarningsAtStart();
  if (WORKER !== "inline") return;
  const { startWorker } = await import("@/server/worker/worker");
  worker = startWorker();
  await worker;
}
