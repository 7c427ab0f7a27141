"use client";

import { useState } from "react";
import { toast } from "sonner";
import { DifferenceField } from "@/components/matching/difference-field";
import { useMatchTransactions } from "@/components/matching/queries";
import { type Account, selectionProblem, toMatchRequest } from "@/components/matching/selection";
import { SumProofReceipt } from "@/components/matching/sum-proof";
import { TransactionList } from "@/components/matching/transaction-list";
import { useLiveProof } from "@/components/matching/use-live-proof";
import { useOpenTransactions } from "@/components/matching/use-open-transactions";
import { useSelection } from "@/components/matching/use-selection";
import { WantedNotice } from "@/components/matching/wanted-notice";
import { Button } from "@/components/ui/button";
import { ApiError } from "@/lib/api";

/** The manual matching panel: two lists, what they add up to, and the button. */
export function ManualMatch({ wanted = null }: { wanted?: number | null }) {
  const open = useOpenTransactions(wanted);
  const deposits = useSelection(open.deposits, wanted === null ? [] : [`deposit-${wanted}`]);
  const payments = useSelection(open.transactions);
  const selection = { stripe: deposits.selected, quickbooks: payments.selected };
  const live = useLiveProof(selection);
  const [account, setAccount] = useState<Account | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const match = useMatchTransactions();
  const accepted = live && !live.proof.closes ? account : null;

  function change(how: () => void) {
    setProblem(null);
    how();
  }

  function submit() {
    const found = selectionProblem(selection, live?.proof ?? null, accepted);
    setProblem(found);
    if (found !== null || live === null) return;
    match.mutate(toMatchRequest(selection, live.currency, accepted), {
      onSuccess: () => {
        deposits.clear();
        payments.clear();
        setAccount(null);
      },
      onError: (error) =>
        error instanceof ApiError
          ? toast.error("Failed to match transactions", { description: error.message })
          : toast.error("Error matching transactions. Please try again."),
    });
  }

  return (
    <div className="grid gap-4">
      <WantedNotice deposit={open.wanted} />
      <div className="grid gap-4 md:grid-cols-2">
        <TransactionList
          title="Stripe Transactions"
          query={open.pending}
          items={open.deposits}
          selected={deposits.selected}
          onToggle={(id) => change(() => deposits.toggle(id))}
          emptyText="No unmatched Stripe transactions"
        />
        <TransactionList
          title="QuickBooks Transactions"
          query={open.payments}
          items={open.transactions}
          selected={payments.selected}
          onToggle={(id) => change(() => payments.toggle(id))}
          emptyText="No unmatched QuickBooks transactions"
        />
      </div>
      <div className="flex flex-col gap-4 md:flex-row md:items-end md:justify-between">
        <div className="w-full md:max-w-xs">
          {live && deposits.selected.length > 0 && (
            <SumProofReceipt proof={live.proof} currency={live.currency} />
          )}
        </div>
        <div className="grid gap-3 md:w-72">
          {live && !live.proof.closes && payments.selected.length > 0 && (
            <DifferenceField
              difference={live.proof.difference}
              currency={live.currency}
              account={account}
              onChange={(chosen) => change(() => setAccount(chosen))}
            />
          )}
          {problem !== null && (
            <p role="alert" className="text-sm text-destructive">
              {problem}
            </p>
          )}
          <Button
            onClick={submit}
            disabled={deposits.selected.length + payments.selected.length < 2}
            loading={match.isPending}
          >
            Match Selected Transactions
          </Button>
        </div>
      </div>
    </div>
  );
}
