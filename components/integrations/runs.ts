import { ApiError, NetworkError } from "@/lib/api-errors";
import { isUnderWay } from "@/lib/constants/runs";
import type { SyncRun } from "@/lib/contracts/integrations";

/** The newest run of a provider, or of one account there; `runs` come newest first. */
export function latestRun(
  runs: readonly SyncRun[],
  id: string,
  connectionId?: string,
): SyncRun | null {
  const isIts = ({ integration_type, connection_id }: SyncRun) =>
    integration_type === id && (connectionId === undefined || connection_id === connectionId);
  return runs.find(isIts) ?? null;
}

/** What it is at: "Fetching payouts". */
export function stageText(run: SyncRun): string {
  if (run.state === "queued") return "Waiting to start";
  return run.stage === "" ? "Working" : run.stage;
}

/** "Fetching payouts, 12 of 40". */
export function progressText(run: SyncRun): string {
  const stage = stageText(run);
  if (run.state === "queued") return stage;
  if (run.total === null) return run.done === 0 ? stage : `${stage}, ${run.done} so far`;
  return `${stage}, ${run.done} of ${run.total}`;
}

/** Whole percent; null while the total is not known. */
export function progressPercent(run: SyncRun): number | null {
  if (run.total === null || run.total === 0) return null;
  return Math.min(100, Math.round((run.done / run.total) * 100));
}

/**
 * Runs that ended after `before` was fetched, including short ones that also started after it. An older run that
 * surfaces because newer ones were deleted is not among them.
 */
export function endedSince(before: readonly SyncRun[], runs: readonly SyncRun[]): SyncRun[] {
  const seen = new Map(before.map((run) => [run.id, endOf(run)]));
  const latest = [...seen.values()].reduce((a, b) => (a > b ? a : b), "");
  return runs.filter((run) => {
    if (isUnderWay(run)) return false;
    const end = seen.get(run.id);
    return end === undefined ? endOf(run) > latest : endOf(run) !== end;
  });
}

/** ISO instant; empty while it is under way. */
function endOf(run: SyncRun): string {
  return isUnderWay(run) ? "" : (run.finished_at ?? "");
}

export interface LastSync {
  /** "Last synced", "Last sync failed". */
  label: string;
  /** ISO instant. */
  at: string;
  failed: boolean;
  /** What came of it. */
  result: string;
  /** When the last one worked, where this one did not. */
  before: string | null;
}

/** How the last sync went; null when there was none. `run` is the provider's newest, and has ended. */
export function lastSync(run: SyncRun | null, lastSyncedAt: string | null): LastSync | null {
  const ended = run?.finished_at ?? null;
  if (!run || ended === null || run.state === "succeeded") {
    const at = ended ?? lastSyncedAt;
    if (at === null) return null;
    return { label: "Last synced", at, failed: false, result: run?.message ?? "", before: null };
  }
  const failed = run.state === "failed";
  return {
    label: failed ? "Last sync failed" : "Last sync stopped",
    at: ended,
    failed,
    result: failed ? run.message : "What was imported is kept.",
    before: lastSyncedAt,
  };
}

/**
 * The server's message if the user can act on it: a refused key, a missing permission, no connection.
 * Undefined for failures that the user can't fix.
 */
export function plainReason(error: unknown): string | undefined {
  if (error instanceof NetworkError) return error.message;
  if (error instanceof ApiError && error.status < 500) return error.message;
  return undefined;
}

/** `plainReason` as the second line of a toast. */
export function withReason(error: unknown): { description?: string } {
  const description = plainReason(error);
  return description === undefined ? {} : { description };
}
