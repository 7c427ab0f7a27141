"use client";

import { toast } from "sonner";
import { useUndoDeposit } from "@/components/deposits/queries";
import { useConfirmMatch, useDismissMatch } from "@/components/matching/queries";
import { Button } from "@/components/ui/button";

/** A person's word on what the engine suggested for this deposit. */
export function SuggestionActions({ depositId }: { depositId: number }) {
  const undo = useUndoDeposit();
  const confirm = useConfirmMatch((id, message) =>
    toast.success(message, { action: { label: "Undo", onClick: () => undo.mutate(id) } }),
  );
  const dismiss = useDismissMatch((_id, message) => toast(message));
  const deciding = confirm.isPending || dismiss.isPending;
  return (
    <>
      <Button
        onClick={() => confirm.mutate(depositId)}
        loading={confirm.isPending}
        disabled={deciding}
      >
        Confirm Match
      </Button>
      <Button variant="outline" onClick={() => dismiss.mutate(depositId)} disabled={deciding}>
        Dismiss
      </Button>
    </>
  );
}
