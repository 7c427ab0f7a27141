import { metrics } from "./metrics";

/** One API request whose answer begins. `route` is a pattern of ours, never what somebody sent. */
export function observeRequest(
  { method, route, status }: { method: string; route: string; status: number },
  seconds: number,
): void {
  metrics().requests.observe({ method, route, status: String(status) }, seconds);
}

/** One try of one call. */
export function observeProviderCall(
  call: { provider: string; operation: string; outcome: string },
  seconds: number,
): void {
  metrics().providerCalls.observe(call, seconds);
}

/** One job that this process has worked on, as far as it came. */
export function observeJob(job: string, outcome: "done" | "failed", seconds: number): void {
  metrics().jobs.observe({ job, outcome }, seconds);
}

/** A clock for durations. @returns seconds since it was started */
export function stopwatch(): () => number {
  const startedAt = performance.now();
  return () => (performance.now() - startedAt) / 1000;
}
