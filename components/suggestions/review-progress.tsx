import type { Progress as Step } from "@/components/suggestions/use-bulk-decision";
import { Button } from "@/components/ui/button";
import { Progress } from "@/components/ui/progress";

/** How far a step over many suggestions is; can be stopped, what is done stays done. */
export function ReviewProgress({
  progress: { done, total, verb },
  onStop,
}: {
  progress: Step;
  onStop?: (() => void) | undefined;
}) {
  const text = `${verb} ${done} of ${total}`;
  return (
    <div className="flex items-center gap-4 text-sm">
      <p role="status" className="whitespace-nowrap tabular-nums">
        {text}
      </p>
      <Progress value={Math.round((done / total) * 100)} aria-label={text} />
      {onStop && (
        <Button variant="outline" size="sm" onClick={onStop}>
          Stop
        </Button>
      )}
    </div>
  );
}
