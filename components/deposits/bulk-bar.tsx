import type { ReactNode } from "react";
import { runText } from "@/components/deposits/match-run";
import { useCancelMatchRun } from "@/components/deposits/use-match-run";
import { Button } from "@/components/ui/button";
import { Progress } from "@/components/ui/progress";
import { isUnderWay } from "@/lib/constants/runs";
import type { MatchRun } from "@/lib/contracts/match-runs";

/** Stands over the end of the list, so that no row moves under the pointer when it comes. */
function Bar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      aria-label={label}
      className="sticky bottom-0 z-20 -my-5 flex flex-wrap items-center gap-x-4 gap-y-2 border-t bg-popover px-4 py-3 text-sm sm:px-6"
    >
      {children}
    </section>
  );
}

/** How far a bulk Auto Match is, and a way to stop it. */
export function RunBar({ run }: { run: MatchRun }) {
  const cancel = useCancelMatchRun();
  const percent = run.state === "queued" ? null : Math.round((run.done / run.total) * 100);
  return (
    <Bar label="Auto Match">
      <div className="grid min-w-40 flex-1 gap-2">
        <p role="status" className="text-caption text-muted-foreground tabular-nums">
          {runText(run)}
        </p>
        <Progress value={percent} aria-label="Auto Match" />
      </div>
      <Button
        variant="outline"
        size="sm"
        disabled={cancel.isPending || !isUnderWay(run)}
        onClick={() => cancel.mutate(run.id)}
      >
        Cancel
      </Button>
    </Bar>
  );
}

/** What is ticked, and what can be done with it. */
export function SelectionBar({
  count,
  all,
  total,
  starting,
  onAll,
  onClear,
  onMatch,
  children,
}: {
  /** How many are ticked one by one. */
  count: number;
  /** All that the filter lets through are meant. */
  all: boolean;
  total: number;
  starting: boolean;
  onAll: () => void;
  onClear: () => void;
  onMatch: () => void;
  /** What else can be done with those that are ticked one by one. */
  children?: ReactNode;
}) {
  return (
    <Bar label="Selected deposits">
      <p role="status" className="mr-auto tabular-nums">
        {all ? (
          <>
            All {total} selected
            <span className="block text-caption text-muted-foreground">
              Matched and posted deposits won't change.
            </span>
          </>
        ) : (
          `${count} selected`
        )}
      </p>
      {!all && total > count && (
        <Button variant="link" size="sm" className="px-0" onClick={onAll}>
          Select all {total}
        </Button>
      )}
      <Button variant="ghost" size="sm" onClick={onClear}>
        Clear
      </Button>
      {!all && children}
      <Button size="sm" className="max-sm:w-full" loading={starting} onClick={onMatch}>
        Auto Match
      </Button>
    </Bar>
  );
}
