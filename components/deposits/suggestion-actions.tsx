"use client";

import { type Decision, useUndo } from "@/components/books/use-undo";
import { CONFIRM, DISMISS } from "@/components/deposits/choices/line-marks";
import { useConfirmMatch, useDismissMatch } from "@/components/suggestions/queries";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";

/** Confirm or dismiss the suggestion for this deposit. */
export function SuggestionActions({ depositId }: { depositId: number }) {
  const undo = useUndo();
  const undoOf = (kind: Decision["kind"], id: number) => ({
    action: { label: "Undo", onClick: () => undo.mutate({ kind, ids: [id] }) },
  });
  const confirm = useConfirmMatch((id, message) => toast.success(message, undoOf("match", id)));
  const dismiss = useDismissMatch((id, message) => toast(message, undoOf("dismissal", id)));
  const deciding = confirm.isPending || dismiss.isPending;
  return (
    <>
      <Button
        {...{ [CONFIRM]: "" }}
        onClick={() => confirm.mutate(depositId)}
        loading={confirm.isPending}
        disabled={deciding}
      >
        Confirm Match
      </Button>
      <Button
        {...{ [DISMISS]: "" }}
        variant="outline"
        onClick={() => dismiss.mutate(depositId)}
        disabled={deciding}
      >
        Dismiss
      </Button>
    </>
  );
}
