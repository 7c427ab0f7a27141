import { useState } from "react";
import { BulkList } from "@/components/suggestions/bulk-list";
import { confirmOf, dismissalOf } from "@/components/suggestions/bulk-words";
import { Button } from "@/components/ui/button";
import { useOnDemand } from "@/components/ui/use-on-demand";
import type { Suggestion } from "@/lib/contracts/matches";

const loadDialog = () =>
  import("@/components/feedback/confirm-dialog").then((module) => ({
    default: module.ConfirmDialog,
  }));

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
  const { Part: Dialog, show, preload } = useOnDemand(loadDialog);
  const ask = (answer: "confirm" | "dismiss") => {
    setOpen(answer);
    show();
  };
  const words = (open === "dismiss" ? dismissalOf : confirmOf)(suggestions, total);
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        disabled={disabled}
        onClick={() => ask("dismiss")}
        {...preload}
      >
        Dismiss all
      </Button>
      <Button
        variant="outline"
        size="sm"
        disabled={disabled}
        onClick={() => ask("confirm")}
        {...preload}
      >
        Confirm all
      </Button>
      {Dialog && (
        <Dialog
          {...words}
          open={open !== null}
          onOpenChange={(isOpen) => !isOpen && setOpen(null)}
          onConfirm={() => open && onDecide(open)}
        >
          {open === "confirm" && <BulkList suggestions={suggestions} />}
        </Dialog>
      )}
    </>
  );
}
