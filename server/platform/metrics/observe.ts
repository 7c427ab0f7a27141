import { metrics } from "./metrics";

/** One API request whose answer begins. `route` is a pattern of ours, never a path as sent. */
export function observeRequest(
  { method, route, status }: { method: string; route: string; status: number },
  seconds: number,
): void {
  metrics().requests.observe({ method, route, status: String(status) }, seconds);
}

/** Counts one attempt of a provider call. */
export function observeProviderCall(
  call: { provider: string; operation: string; outcome: string },
  seconds: number,
): void {
  metrics().providerCalls.observe(call, seconds);
}

/** Counts one job of this process, with its duration in seconds. */
export function observeJob(job: string, outcome: "done" | "failed", seconds: number): void {
  metrics().jobs.observe({ job, outcome }, seconds);
}

/** Starts a timer. @returns a function with the seconds since the start. */
export function stopwatch(): () => number {
  const startedAt = performance.now();
  return () => (performance.now() - startedAt) / 1000;
}
