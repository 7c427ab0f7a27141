import type { SyncRun } from "@/lib/contracts/integrations";

export function isActive(run: SyncRun): boolean {
  return run.state === "queued" || run.state === "running";
}

/** The newest run of a provider; `runs` come newest first. */
export function latestRun(runs: readonly SyncRun[], id: string): SyncRun | null {
  return runs.find(({ integration_type }) => integration_type === id) ?? null;
}

/** "Fetching payouts, 12 of 40". */
export function progressText(run: SyncRun): string {
  if (run.state === "queued") return "Waiting to start";
  const stage = run.stage === "" ? "Working" : run.stage;
  if (run.total === null) return run.done === 0 ? stage : `${stage}, ${run.done} so far`;
  return `${stage}, ${run.done} of ${run.total}`;
}

/** Whole percent; null while the total is not known. */
export function progressPercent(run: SyncRun): number | null {
  if (run.total === null || run.total === 0) return null;
  return Math.min(100, Math.round((run.done / run.total) * 100));
}

/** Runs that were active when last seen and have ended since. */
export function endedSince(active: ReadonlySet<string>, runs: readonly SyncRun[]): SyncRun[] {
  return runs.filter((run) => active.has(run.id) && !isActive(run));
}
