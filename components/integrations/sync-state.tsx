import { isActive } from "@/components/integrations/runs";
import { SyncProgress } from "@/components/integrations/sync-progress";
import { TimeText } from "@/components/ui/date-text";
import type { SyncRun } from "@/lib/contracts/integrations";

/** The sync on its way, or when the last one was and what came of it. */
export function SyncState({
  name,
  run,
  lastSyncedAt,
}: {
  name: string;
  run: SyncRun | null;
  lastSyncedAt: string | null;
}) {
  if (run && isActive(run)) return <SyncProgress run={run} name={name} />;
  const at = run?.finished_at ?? lastSyncedAt;
  if (at === null) return <p className="text-caption text-muted-foreground">Not synced yet.</p>;
  return (
    <p className="text-caption text-muted-foreground">
      {run?.state === "failed" ? "Last sync failed" : "Last synced"} <TimeText at={at} />
      {run && run.message !== "" && <span className="block text-foreground">{run.message}</span>}
    </p>
  );
}
