import { useState } from "react";
import { ConfirmDialog } from "@/components/feedback/confirm-dialog";
import { confirmOf, dismissalOf } from "@/components/matching/bulk-words";
import { Button } from "@/components/ui/button";
import type { Suggestion } from "@/lib/contracts/deposits";

/** Confirm or dismiss all that is listed, after saying how many and how much that is. */
export function BulkActions({
  suggestions,
  total,
  disabled,
  onDecide,
}: {
  suggestions: Suggestion[];
  total: number;
  disabled: boolean;
  onDecide: (answer: "confirm" | "dismiss") => void;
}) {
  const [open, setOpen] = useState<"confirm" | "dismiss" | null>(null);
  const words = (open === "dismiss" ? dismissalOf : confirmOf)(suggestions, total);
  return (
    <>
      <Button variant="ghost" size="sm" disabled={disabled} onClick={() => setOpen("dismiss")}>
        Dismiss all
      </Button>
      <Button variant="outline" size="sm" disabled={disabled} onClick={() => setOpen("confirm")}>
        Confirm all
      </Button>
      <ConfirmDialog
        {...words}
        open={open !== null}
        onOpenChange={(isOpen) => !isOpen && setOpen(null)}
        onConfirm={() => open && onDecide(open)}
      />
    </>
  );
}
