import { progressPercent, progressText, stageText } from "@/components/integrations/runs";
import { useCancelSync } from "@/components/integrations/sync-mutations";
import { Allowed } from "@/components/session/allowed";
import { Button } from "@/components/ui/button";
import { Progress } from "@/components/ui/progress";
import type { SyncRun } from "@/lib/contracts/integrations";

/** A sync on its way: at what, n of m, and a way to stop it. */
export function SyncProgress({ run, name }: { run: SyncRun; name: string }) {
  const cancel = useCancelSync();
  const text = progressText(run);
  return (
    <div className="flex items-end gap-4">
      <div className="grid min-w-0 flex-1 gap-2">
        <p className="truncate text-caption tabular-nums text-muted-foreground">{text}</p>
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
