/** Runs once when the server starts. On one machine, the worker lives in the web process. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { believeOnlyNearProxies } = await import("@/server/http/peer-address");
  believeOnlyNearProxies();
  const { getEnv } = await import("@/server/env");
  if (getEnv().WORKER !== "inline") return;
  const { startWorker } = await import("@/server/jobs/worker");
  await startWorker();
}
