import { useState } from "react";
import { useUndo } from "@/components/deposit-parts/use-undo";
import type { LiveProof } from "@/components/manual-match/live-proof";
import { useMatchTransactions } from "@/components/manual-match/queries";
import {
  type Difference,
  NO_DIFFERENCE,
  type Selection,
  selectionProblem,
  sharedCurrency,
  sumProblem,
  toMatchRequest,
} from "@/components/manual-match/selection";
import { useLedger } from "@/components/session/companies";
import { toast } from "@/components/ui/toast";
import { ApiError } from "@/lib/api-errors";
import type { Tie } from "@/lib/payment-split/types";

interface ManualMatchOptions {
  selection: Selection;
  /** What is on screen; null while it is not known. */
  live: LiveProof | null;
  /** The same once it is known. */
  addUp: (currency: string) => Promise<LiveProof>;
  ties?: readonly Tie[];
  /** @param ids of the deposits that are matched now */
  onMatched: (ids: number[]) => void;
}

/** Matches a selection by hand, with the account for a difference, or says why it can't. */
export function useManualMatch({ selection, live, addUp, ties, onMatched }: ManualMatchOptions) {
  const ledger = useLedger();
  const [difference, setDifference] = useState(NO_DIFFERENCE);
  const [problem, setProblem] = useState<string | null>(null);
  const [addingUp, setAddingUp] = useState(false);
  const undo = useUndo();
  const match = useMatchTransactions((ids, message) =>
    toast.success(message, {
      action: { label: "Undo", onClick: () => undo.mutate({ kind: "match", ids }) },
    }),
  );

  /** A press counts even before the sums are on screen: it is sent, or refused, once they are known. */
  function submit() {
    const found = selectionProblem(selection, ledger);
    const currency = sharedCurrency(selection);
    setProblem(found);
    if (found !== null || currency === null) return;
    setAddingUp(true);
    addUp(currency)
      .then(send, sayFailed)
      .finally(() => setAddingUp(false));
  }

  function send(sum: LiveProof) {
    // A difference is booked only when it was on screen as the button was pressed.
    const isSeen = live !== null && sum.split === null && !sum.proof.closes;
    const accepted = isSeen ? difference : NO_DIFFERENCE;
    const found = sumProblem(sum, accepted.account);
    setProblem(found);
    if (found !== null) return;
    const body = toMatchRequest(selection, sum.currency, accepted, ties);
    match.mutate(body, {
      onSuccess: () => {
        setDifference(NO_DIFFERENCE);
        onMatched(body.stripe_transaction_ids.map(Number));
      },
      onError: sayFailed,
    });
  }

  return {
    difference,
    problem,
    busy: addingUp || match.isPending,
    submit,
    setProblem,
    setDifference(chosen: Difference) {
      setProblem(null);
      setDifference(chosen);
    },
  };
}

function sayFailed(error: unknown) {
  if (error instanceof ApiError) {
    toast.error("Failed to match transactions", { description: error.message });
  } else {
    toast.error("Error matching transactions. Please try again.");
  }
}
