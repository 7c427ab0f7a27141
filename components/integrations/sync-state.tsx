import { TriangleAlert } from "lucide-react";
import { type LastSync, lastSync } from "@/components/integrations/runs";
import { SyncProgress } from "@/components/integrations/sync-progress";
import { TimeText } from "@/components/ui/date-text";
import type { Integration, SyncRun } from "@/lib/contracts/integrations";
import { isUnderWay } from "@/lib/contracts/values/runs";

/** The sync on its way, or when the last one was and what came of it. */
export function SyncState({
  name,
  run,
  connection,
}: {
  name: string;
  run: SyncRun | null;
  connection: Integration | null;
}) {
  if (run && isUnderWay(run)) return <SyncProgress run={run} name={name} />;
  const last = lastSync(run, connection?.last_synced_at ?? null);
  if (!last) return <p className="text-caption text-muted-foreground">Not synced yet.</p>;
  // The expired connection is already shown above, with what to do about it.
  const isExplained = connection?.status === "expired" && last.failed;
  return <Ended last={isExplained ? { ...last, result: "" } : last} />;
}

function Ended({ last: { label, at, failed, result, before } }: { last: LastSync }) {
  return (
    <div className="grid gap-0.5 text-caption">
      <p className={failed ? "text-destructive" : "text-muted-foreground"}>
        {failed && (
          <TriangleAlert aria-hidden="true" className="mr-1.5 inline size-3.5 align-[-2px]" />
        )}
        {label} <TimeText at={at} />
      </p>
      {result !== "" && <p className="text-pretty wrap-anywhere">{result}</p>}
      {before !== null && (
        <p className="text-muted-foreground">
          Last successful sync <TimeText at={before} />
        </p>
      )}
    </div>
  );
}
