import { TriangleAlert } from "lucide-react";
import {
  type LastSync,
  lastSync,
  progressPercent,
  progressText,
  stageText,
} from "@/components/integrations/runs";
import { Allowed } from "@/components/session/allowed";
import { Button } from "@/components/ui/button";
import { TimeText } from "@/components/ui/date-text";
import { Progress } from "@/components/ui/progress";
import { cn } from "@/lib/cn";
import { isUnderWay } from "@/lib/constants/runs";
import type { Integration, SyncRun } from "@/lib/contracts/integrations";
import { useCancelSync } from "./queries";

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
      {result !== "" && (
        <p className={cn("text-pretty wrap-anywhere", !failed && "text-muted-foreground")}>
          {result}
        </p>
      )}
      {before !== null && (
        <p className="text-muted-foreground">
          Last successful sync <TimeText at={before} />
        </p>
      )}
    </div>
  );
}

/** A sync on its way: at what, n of m, and a way to stop it. */
function SyncProgress({ run, name }: { run: SyncRun; name: string }) {
  const cancel = useCancelSync();
  const text = progressText(run);
  return (
    <div className="flex items-end gap-4">
      <div className="grid min-w-0 flex-1 gap-2">
        <p className="truncate text-caption tabular-nums text-muted-foreground">{text}</p>
        {run.message !== "" && <p className="text-caption text-pretty">{run.message}</p>}
        <Progress value={progressPercent(run)} aria-label={`${name} sync`} aria-valuetext={text} />
        {/* Every count would be too much to listen to; the steps are not. */}
        <p role="status" className="sr-only">
          {`${name}: ${stageText(run)}`}
        </p>
      </div>
      <Allowed to="bookkeeper">
        <Button
          variant="outline"
          size="sm"
          aria-label={`Cancel ${name} sync`}
          loading={cancel.isPending}
          onClick={() => cancel.mutate(run.id)}
        >
          Cancel
        </Button>
      </Allowed>
    </div>
  );
}
