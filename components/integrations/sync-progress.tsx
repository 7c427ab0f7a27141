import { useCancelSync } from "@/components/integrations/mutations";
import { progressPercent, progressText } from "@/components/integrations/runs";
import { Button } from "@/components/ui/button";
import { Progress } from "@/components/ui/progress";
import type { SyncRun } from "@/lib/contracts/integrations";

/** A sync on its way: at what, n of m, and a way to stop it. */
export function SyncProgress({ run, name }: { run: SyncRun; name: string }) {
  const cancel = useCancelSync();
  return (
    <div className="flex items-end gap-4">
      <div className="grid flex-1 gap-2">
        <p aria-live="polite" className="text-caption tabular-nums text-muted-foreground">
          {progressText(run)}
        </p>
        <Progress value={progressPercent(run)} aria-label={`Sync of ${name}`} />
      </div>
      <Button
        variant="outline"
        size="sm"
        disabled={cancel.isPending}
        onClick={() => cancel.mutate(run.id)}
      >
        Cancel
      </Button>
    </div>
  );
}
