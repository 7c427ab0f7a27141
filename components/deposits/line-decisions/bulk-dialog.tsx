"use client";

import { TaskDialog } from "@/components/feedback/task-dialog";
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
  return (
    <TaskDialog
      title="Record receipts for all missing lines"
      description="We'll create each in QuickBooks when its deposit posts."
      onClose={onClose}
      className="max-w-3xl"
    >
      <BulkPreview selection={selection} onDone={onDone} onClose={onClose} />
    </TaskDialog>
  );
}
