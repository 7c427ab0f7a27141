"use client";

import { useMemo, useState } from "react";
import { likelyPayments } from "@/components/manual-match/likely-payments";
import { MatchPanel } from "@/components/manual-match/match-panel";
import { NextDeposit, nextAfter } from "@/components/manual-match/next-deposit";
import { TransactionList } from "@/components/manual-match/transaction-list";
import { useManualMatch } from "@/components/manual-match/use-manual-match";
import { useOpenTransactions } from "@/components/manual-match/use-open-transactions";
import { useLedger } from "@/components/session/companies";
import { TextLink } from "@/components/ui/text-link";
import { ApiError } from "@/lib/api-errors";
import type { Deposit } from "@/lib/contracts/deposits";
import { exactCharge } from "./line-ties";
import { factsOf, useLiveProof, useProofOf, useSelectedDeposits } from "./live-proof";
import { useSelection } from "./selection";

interface ManualMatchProps {
  /** The deposit that the user came for. */
  wanted?: number | null;
  /** Payments that are proposed for it. */
  proposed?: readonly string[];
  /** The next deposit to offer, from a match that another panel made. */
  next?: number | null;
  /** Takes over what happens after a match. */
  onMatched?: (next: number | null) => void;
}

/** The manual matching panel: two lists, what they add up to, and the button. */
export default function ManualMatch({
  wanted = null,
  proposed = [],
  next = null,
  onMatched,
}: ManualMatchProps) {
  const ledger = useLedger();
  const open = useOpenTransactions(wanted);
  const deposits = useSelection(open.deposits, wanted === null ? [] : [`deposit-${wanted}`]);
  const payments = useSelection(open.transactions, proposed);
  const selection = { deposits: deposits.selected, payments: payments.selected };
  const details = useSelectedDeposits(deposits.selected);
  const live = useLiveProof(selection, details);
  const proofOf = useProofOf();
  const fits = useMemo(
    () => likelyPayments(open.transactions, details?.map(factsOf) ?? []),
    [open.transactions, details],
  );
  const [offered, setOffered] = useState({ next, round: 0 });
  const manual = useManualMatch({
    selection,
    live,
    addUp: (currency) => proofOf(selection, currency),
    onMatched: (ids) => {
      const following = nextAfter(open.deposits, ids);
      deposits.flip();
      payments.flip();
      setOffered(({ round }) => ({ next: following, round: round + 1 }));
      onMatched?.(following);
    },
  });
  function change(how: () => void) {
    manual.setProblem(null);
    how();
  }

  return (
    <div className="flex flex-col gap-4">
      <WantedNotice asked={open.asked} />
      <NextDeposit deposits={open.deposits} next={offered.next} />
      <div className="grid gap-4 md:grid-cols-2">
        <TransactionList
          title="Stripe Transactions"
          query={open.pending}
          items={open.deposits}
          selection={deposits}
          onToggle={(id) => change(() => deposits.toggle(id))}
          emptyText="No unmatched Stripe transactions"
          round={offered.round}
        />
        <TransactionList
          title={`${ledger.name} Transactions`}
          query={open.payments}
          items={open.transactions}
          selection={payments}
          onToggle={(id) => change(() => payments.toggle(id))}
          emptyText={`No unmatched ${ledger.name} transactions`}
          fits={fits}
          fitsFor={details?.map(({ id }) => id).join() ?? ""}
          round={offered.round}
        />
      </div>
      <MatchPanel
        selection={selection}
        live={live}
        difference={manual.difference}
        exact={live && details && exactCharge(details, payments.selected, live.proof.difference)}
        onDifference={manual.setDifference}
        problem={manual.problem}
        busy={manual.busy}
        onMatch={manual.submit}
      />
    </div>
  );
}

/** Someone came here for a deposit that can't be matched: says why instead of not listing it. */
function WantedNotice({
  asked,
}: {
  asked: { data?: { deposit: Deposit } | undefined; error: unknown };
}) {
  const deposit = asked.data?.deposit;
  const absent = asked.error instanceof ApiError && asked.error.status === 404;
  if (absent) {
    return (
      <p role="status" className="rounded-lg border bg-card p-4 text-sm">
        The deposit you're looking for doesn't exist or has been removed.
      </p>
    );
  }
  if (!deposit || deposit.status === "pending" || deposit.status === "suggested") return null;
  return (
    <p role="status" className="rounded-lg border bg-card p-4 text-sm">
      Deposit #{deposit.id} is already matched.{" "}
      <TextLink href={`/transaction/${deposit.id}`}>Undo the match</TextLink> to change it.
    </p>
  );
}
