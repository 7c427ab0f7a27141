"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useUndo } from "@/components/books/use-undo";
import { ConfirmButton } from "@/components/feedback/confirm-button";
import { postingRunsQuery } from "@/components/review/queries";
import { Allowed } from "@/components/session/allowed";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { Progress } from "@/components/ui/progress";
import type { PostingRun } from "@/lib/contracts/posting-runs";
import { counted } from "@/lib/counted";
import { timeAgo } from "@/lib/time-ago";

/** What was posted together lately, each to be undone together as far as it wasn't undone since. */
export function PostingRuns() {
  const { data } = useQuery(postingRunsQuery);
  if (!data || data.runs.length === 0) return null;
  return (
    <Card className="gap-3">
      <CardHeader>
        <CardTitle>Posted together</CardTitle>
        <CardDescription>What “Post all” has posted in the last 30 days.</CardDescription>
      </CardHeader>
      <CardContent>
        <ul aria-label="Posted together" className="divide-y border-t">
          {data.runs.map((run) => (
            <li key={run.id} className="py-3">
              <RunRow run={run} />
            </li>
          ))}
        </ul>
      </CardContent>
    </Card>
  );
}

/** Undone one deposit after the other. A Deposit that QuickBooks refuses to delete is named and stays. */
function RunRow({ run: { at, deposits, deposit_ids: ids } }: { run: PostingRun }) {
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  const undo = useUndo((done, total) => setProgress({ done, total }));
  const undone = deposits - ids.length;
  const left = counted(ids.length, "deposit");
  const run = () => undo.mutate({ kind: "match", ids }, { onSettled: () => setProgress(null) });
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      {progress ? (
        <div className="grid min-w-48 flex-1 gap-2">
          <p role="status" className="text-sm tabular-nums">
            Undoing {progress.done + 1} of {progress.total}…
          </p>
          <Progress
            aria-label="Undo this run"
            value={Math.round((progress.done / progress.total) * 100)}
          />
        </div>
      ) : (
        <p className="min-w-0 text-sm tabular-nums">
          {counted(deposits, "deposit")} posted
          <span className="block text-caption text-muted-foreground">
            {timeAgo(at, new Date())}
            {undone > 0 && ` · ${undone} undone`}
          </span>
        </p>
      )}
      <Allowed to="bookkeeper">
        <ConfirmButton
          label="Undo this run"
          title={`Undo the posting of ${left}?`}
          text="Deletes the deposits we created in QuickBooks, then undoes their matches. What QuickBooks refuses to delete, or was changed there since, stays and is named. If you close this page meanwhile, what is left can be undone from here later."
          disabled={undo.isPending}
          onConfirm={run}
        />
      </Allowed>
    </div>
  );
}
