"use client";

import { useMemo, useState } from "react";
import { useUndo } from "@/components/books/use-undo";
import { exactCharge } from "@/components/manual-match/exact-charge";
import { likelyPayments } from "@/components/manual-match/likely-payments";
import type { LiveProof } from "@/components/manual-match/live-proof";
import { MatchPanel } from "@/components/manual-match/match-panel";
import { useMatchTransactions } from "@/components/manual-match/queries";
import {
  NO_DIFFERENCE,
  selectionProblem,
  sharedCurrency,
  sumProblem,
  toMatchRequest,
} from "@/components/manual-match/selection";
import { TransactionList } from "@/components/manual-match/transaction-list";
import {
  factsOf,
  useLiveProof,
  useProofOf,
  useSelectedDeposits,
} from "@/components/manual-match/use-live-proof";
import { useOpenTransactions } from "@/components/manual-match/use-open-transactions";
import { useSelection } from "@/components/manual-match/use-selection";
import { WantedNotice } from "@/components/manual-match/wanted-notice";
import { toast } from "@/components/ui/toast";
import { ApiError } from "@/lib/api-errors";

/** The manual matching panel: two lists, what they add up to, and the button. */
export default function ManualMatch({ wanted = null }: { wanted?: number | null }) {
  const open = useOpenTransactions(wanted);
  const deposits = useSelection(open.deposits, wanted === null ? [] : [`deposit-${wanted}`]);
  const payments = useSelection(open.transactions);
  const selection = { deposits: deposits.selected, payments: payments.selected };
  const details = useSelectedDeposits(deposits.selected);
  const live = useLiveProof(selection, details);
  const proofOf = useProofOf();
  const fits = useMemo(
    () => likelyPayments(open.transactions, details?.map(factsOf) ?? []),
    [open.transactions, details],
  );
  const [difference, setDifference] = useState(NO_DIFFERENCE);
  const [problem, setProblem] = useState<string | null>(null);
  const [addingUp, setAddingUp] = useState(false);
  const undo = useUndo();
  const match = useMatchTransactions((ids, message) =>
    toast.success(message, {
      action: { label: "Undo", onClick: () => undo.mutate({ kind: "match", ids }) },
    }),
  );
  function change(how: () => void) {
    setProblem(null);
    how();
  }

  /** A press counts even before the sums are on screen: it is sent, or refused, once they are known. */
  function submit() {
    const found = selectionProblem(selection);
    const currency = sharedCurrency(selection);
    setProblem(found);
    if (found !== null || currency === null) return;
    setAddingUp(true);
    proofOf(selection, currency)
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
    match.mutate(toMatchRequest(selection, sum.currency, accepted), {
      onSuccess: () => {
        deposits.flip();
        payments.flip();
        setDifference(NO_DIFFERENCE);
      },
      onError: sayFailed,
    });
  }

  function sayFailed(error: unknown) {
    if (error instanceof ApiError) {
      toast.error("Failed to match transactions", { description: error.message });
    } else {
      toast.error("Error matching transactions. Please try again.");
    }
  }

  return (
    <div className="flex flex-col gap-4">
      <WantedNotice asked={open.asked} />
      <div className="grid gap-4 md:grid-cols-2">
        <TransactionList
          title="Stripe Transactions"
          query={open.pending}
          items={open.deposits}
          selection={deposits}
          onToggle={(id) => change(() => deposits.toggle(id))}
          emptyText="No unmatched Stripe transactions"
        />
        <TransactionList
          title="QuickBooks Transactions"
          query={open.payments}
          items={open.transactions}
          selection={payments}
          onToggle={(id) => change(() => payments.toggle(id))}
          emptyText="No unmatched QuickBooks transactions"
          fits={fits}
          fitsFor={details?.map(({ id }) => id).join() ?? ""}
        />
      </div>
      <MatchPanel
        selection={selection}
        live={live}
        difference={difference}
        exact={live && details && exactCharge(details, payments.selected, live.proof.difference)}
        onDifference={(chosen) => change(() => setDifference(chosen))}
        problem={problem}
        busy={addingUp || match.isPending}
        onMatch={submit}
      />
    </div>
  );
}
