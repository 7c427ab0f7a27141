"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useUndo } from "@/components/books/use-undo";
import { postingRunsQuery } from "@/components/review/queries";
import { RunLine } from "@/components/review/run-line";
import { RunsCard } from "@/components/review/runs-card";
import { Progress } from "@/components/ui/progress";
import type { PostingRun } from "@/lib/contracts/posting-runs";
import { counted } from "@/lib/counted";

/** What was posted together lately, each to be undone together as far as it wasn't undone since. */
export function PostingRuns() {
  const { data } = useQuery(postingRunsQuery);
  return (
    <RunsCard
      title="Posted together"
      text="Each “Post all” of the last 30 days. What was blocked or refused says so on its deposit."
      runs={data?.runs}
    >
      {(run) => <PostingRunRow run={run} />}
    </RunsCard>
  );
}

/** Undone one deposit after the other. A Deposit that QuickBooks refuses to delete is named and stays. */
function PostingRunRow({ run: { at, deposits, deposit_ids: ids } }: { run: PostingRun }) {
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  const undo = useUndo((done, total) => setProgress({ done, total }));
  const undone = deposits - ids.length;
  return (
    <RunLine
      did={`Post all of ${counted(deposits, "deposit")}`}
      at={at}
      became={undone > 0 ? [`${undone} undone`] : []}
      progress={progress && <Undoing {...progress} />}
      undo={{
        title: `Undo the posting of ${counted(ids.length, "deposit")}?`,
        text: "Deletes the deposits we created in QuickBooks, then undoes their matches. What QuickBooks refuses to delete, or was changed there since, stays and is named. If you close this page meanwhile, what is left can be undone from here later.",
        isPending: undo.isPending,
        onConfirm: () =>
          undo.mutate({ kind: "match", ids }, { onSettled: () => setProgress(null) }),
      }}
    />
  );
}

function Undoing({ done, total }: { done: number; total: number }) {
  return (
    <div className="grid min-w-48 flex-1 gap-2">
      <p role="status" className="text-sm tabular-nums">
        Undoing {done + 1} of {total}…
      </p>
      <Progress aria-label="Undo this run" value={Math.round((done / total) * 100)} />
    </div>
  );
}
