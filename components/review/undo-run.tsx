"use client";

import { useState } from "react";
import { useUndo } from "@/components/books/use-undo";
import { ConfirmButton } from "@/components/feedback/confirm-button";
import { useLastRun } from "@/components/review/queries";
import { Card, CardContent } from "@/components/ui/card";
import { Progress } from "@/components/ui/progress";
import { counted } from "@/lib/counted";

/** Undoes the last Post all, one deposit after the other. A Deposit that QuickBooks refuses to delete is named and stays. */
export function UndoRun() {
  const { ids, forget } = useLastRun();
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  const undo = useUndo((done, total) => setProgress({ done, total }));
  if (ids.length === 0) return null;
  const what = counted(ids.length, "deposit");
  const run = () =>
    undo.mutate(
      { kind: "match", ids },
      {
        onSuccess: ({ failures }) => failures.length === 0 && forget(),
        onSettled: () => setProgress(null),
      },
    );
  return (
    <Card>
      <CardContent className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
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
          <p className="text-sm">You posted {what} in this run.</p>
        )}
        <ConfirmButton
          label="Undo this run"
          title={`Undo the posting of ${what}?`}
          text="Deletes the deposits we created in QuickBooks, then undoes their matches. What QuickBooks refuses to delete, or was changed there since, stays and is named. Keep this page open."
          disabled={undo.isPending}
          onConfirm={run}
        />
      </CardContent>
    </Card>
  );
}
