import { useCallback, useRef, useState } from "react";
import { type Decision, useUndo } from "@/components/deposit-parts/use-undo";
import { useAskBeforeUnload } from "@/components/feedback/use-ask-before-unload";
import { useConfirmMatch, useDismissMatch } from "@/components/suggestions/queries";
import {
  type BulkDecision,
  type Progress,
  useBulkDecision,
} from "@/components/suggestions/use-bulk-decision";
import { toast } from "@/components/ui/toast";

export type Answer = "confirm" | "dismiss";
export type SuggestionDecisions = ReturnType<typeof useSuggestionDecisions>;

/**
 * The user's decisions about suggestions, one by one or all together. Each can be undone: from its toast,
 * the last one also by key.
 */
export function useSuggestionDecisions() {
  const past = useRef<Decision[]>([]);
  const [undoable, setUndoable] = useState(false);
  const [undoing, setUndoing] = useState<Progress | null>(null);
  const undo = useUndo((done, total) =>
    setUndoing(total > 1 ? { done, total, verb: "Undoing" } : null),
  );

  const note = useCallback((decision: Decision) => {
    past.current.push(decision);
    setUndoable(true);
  }, []);
  const undoDecision = (decision: Decision) => {
    past.current = past.current.filter((each) => each !== decision && !goesWith(each, decision));
    setUndoable(past.current.length > 0);
    undo.mutate(decision, { onSettled: () => setUndoing(null) });
  };
  const remember = (decision: Decision, message: string, description?: string) => {
    note(decision);
    toast.success(message, {
      ...(description !== undefined && { description }),
      action: { label: "Undo", onClick: () => undoDecision(decision) },
    });
  };

  const confirm = useConfirmMatch((id, message) => remember({ kind: "match", ids: [id] }, message));
  const dismiss = useDismissMatch((id, message) =>
    remember({ kind: "dismissal", ids: [id] }, message),
  );
  const bulk = useBulkDecision((outcome) => report(outcome, remember));
  const progress = bulk.progress ?? undoing;
  // What is decided stays; the rest would have to be started again.
  useAskBeforeUnload(progress !== null);
  const { mutate: confirmOne } = confirm;
  const { mutate: dismissOne } = dismiss;

  return {
    /** Stable, so that a long list isn't redrawn for each decision. */
    decide: useCallback(
      (answer: Answer, id: number) => (answer === "confirm" ? confirmOne(id) : dismissOne(id)),
      [confirmOne, dismissOne],
    ),
    decideAll: bulk.start,
    stop: bulk.stop,
    /** What takes a while, and how far it is. */
    progress,
    canStop: bulk.progress !== null,
    /** Another decision that `undoLast` can undo. */
    note,
    undoable,
    undoLast() {
      const last = past.current.at(-1);
      if (last) undoDecision(last);
    },
  };
}

/** Undoing the match of a deposit undoes what was chosen for its lines. */
function goesWith(each: Decision, undone: Decision): boolean {
  const isOfLines = each.kind === "lines" || each.kind === "postponed";
  return isOfLines && undone.kind === "match" && undone.ids.includes(each.deposit_id);
}

function report(
  { answer, decided, skipped, error }: BulkDecision,
  remember: (decision: Decision, message: string, description?: string) => void,
): void {
  const reason = error ?? skipped[0]?.message;
  const left = skipped.length > 0 ? `${skipped.length} skipped: ${reason}` : reason;
  if (decided.length === 0) {
    if (left !== undefined) {
      toast.error(answer === "confirm" ? "Failed to match transactions" : "Nothing was dismissed", {
        description: left,
      });
    }
    return;
  }
  const one = decided.length === 1;
  const message =
    answer === "confirm"
      ? `${decided.length} ${one ? "match" : "matches"} confirmed`
      : `${decided.length} ${one ? "suggestion" : "suggestions"} dismissed`;
  remember({ kind: answer === "confirm" ? "match" : "dismissal", ids: decided }, message, left);
}
