"use client";

import { TaskDialog } from "@/components/feedback/task-dialog";
import { useLedger } from "@/components/session/companies";
import { BulkPreview } from "./bulk-preview";
import type { Selection } from "./queries";

/** All missing lines of one payout. */
export default function BulkDialog({
  selection,
  onDone,
  onClose,
}: {
  selection: Selection;
  onDone: () => void;
  onClose: () => void;
}) {
  const ledger = useLedger();
  return (
    <TaskDialog
      title="Record receipts for all missing lines"
      description={`We'll create each in ${ledger.name} when its deposit posts.`}
      onClose={onClose}
      className="max-w-3xl"
    >
      <BulkPreview selection={selection} onDone={onDone} onClose={onClose} />
    </TaskDialog>
  );
}
