import { useMemo, useState } from "react";
import { chosenFits, likelyPayments } from "@/components/manual-match/likely-payments";
import { LineList } from "@/components/manual-match/line-list";
import {
  decidedMatches,
  isPaid,
  lineName,
  linesByPayment,
  linesToMatch,
  nextOpen,
  proposedTies,
  tie,
  toPairs,
  untie,
  withoutMissing,
} from "@/components/manual-match/line-ties";
import { MatchPanel } from "@/components/manual-match/match-panel";
import { nextAfter } from "@/components/manual-match/next-deposit";
import { TransactionList } from "@/components/manual-match/transaction-list";
import { fromDeposit } from "@/components/manual-match/transactions";
import { useManualMatch } from "@/components/manual-match/use-manual-match";
import { useOpenTransactions } from "@/components/manual-match/use-open-transactions";
import { useLedger } from "@/components/session/companies";
import type { DepositDetail } from "@/lib/contracts/deposit-detail";
import { exactCharge } from "./line-ties";
import { factsOf, useLiveProof, useProofOf } from "./live-proof";

const NONE: ReadonlySet<string> = new Set();

/**
 * One deposit, line by line: each line has the payment that is proposed for it, and the lines that have none are
 * asked about one after the other.
 */
export function LineMatch({
  detail,
  onMatched,
}: {
  detail: DepositDetail;
  /** @param next the deposit to offer after this one */
  onMatched: (next: number | null) => void;
}) {
  const { deposit } = detail;
  const ledger = useLedger();
  const open = useOpenTransactions(null);
  const lines = useMemo(() => linesToMatch(detail), [detail]);
  const [chosen, setChosen] = useState(() => proposedTies(detail));
  const [current, setCurrent] = useState(() => nextOpen(lines, chosen)?.id ?? null);
  const ties = useMemo(
    () => (open.payments.isPending ? chosen : withoutMissing(chosen, open.transactions)),
    [chosen, open.payments.isPending, open.transactions],
  );
  const choices = useMemo(
    () => ({ ties: toPairs(ties), decided: decidedMatches(detail) }),
    [ties, detail],
  );
  const byPayment = useMemo(() => linesByPayment(ties), [ties]);
  const deposits = useMemo(() => [fromDeposit(deposit)], [deposit]);
  const payments = useMemo(
    () => open.transactions.filter(({ id }) => byPayment.has(id)),
    [open.transactions, byPayment],
  );
  const selection = { deposits, payments };
  const details = useMemo(() => [deposit], [deposit]);
  const live = useLiveProof(selection, details, choices);
  const proofOf = useProofOf();
  const likely = useMemo(() => {
    const facts = factsOf(deposit);
    const asked = facts.lines.filter((_, index) => deposit.lines[index]?.id === current);
    return likelyPayments(
      open.transactions.filter(({ id }) => !byPayment.has(id)),
      asked.length === 0 ? [] : [{ ...facts, lines: asked }],
    );
  }, [deposit, current, open.transactions, byPayment]);
  const fits = useMemo(() => {
    const names = new Map(lines.map((line) => [line.id, lineName(line)]));
    const named = [...byPayment].map(([id, own]) => ({
      id,
      isCurrent: current !== null && own.includes(current),
      lines: own.flatMap((line) => names.get(line) ?? []),
    }));
    return chosenFits(named, likely);
  }, [lines, byPayment, current, likely]);
  const manual = useManualMatch({
    selection,
    live,
    addUp: (currency) => proofOf(selection, currency, choices),
    ties: choices.ties,
    onMatched: (ids) => onMatched(nextAfter(open.deposits, ids)),
  });

  function choose(line: number) {
    manual.setProblem(null);
    setCurrent(line);
  }

  function toggle(id: string) {
    manual.setProblem(null);
    const [owner] = byPayment.get(id) ?? [];
    if (owner !== undefined) {
      setChosen(untie(ties, id));
      setCurrent(owner);
      return;
    }
    const line = lines.find((each) => each.id === current);
    const payment = open.transactions.find((each) => each.id === id);
    if (!line || !payment) {
      manual.setProblem("Select a line first, then its payment.");
      return;
    }
    const next = tie(ties, line, payment, open.transactions);
    setChosen(next);
    if (isPaid(line, next, open.transactions)) {
      setCurrent(nextOpen(lines, next, line.id)?.id ?? line.id);
    }
  }

  return (
    <div className="flex flex-col gap-4">
      <div className="grid gap-4 md:grid-cols-2">
        <LineList
          deposit={deposit}
          lines={lines}
          ties={ties}
          payments={open.transactions}
          current={current}
          onChoose={choose}
        />
        <TransactionList
          title={`${ledger.name} Transactions`}
          query={open.payments}
          items={open.transactions}
          selection={{
            ids: new Set(byPayment.keys()),
            selected: payments,
            matched: NONE,
            clear: () => {
              setChosen(new Map());
              setCurrent(nextOpen(lines, new Map())?.id ?? null);
            },
          }}
          onToggle={toggle}
          emptyText={`No unmatched ${ledger.name} transactions`}
          fits={fits}
          fitsFor={String(current)}
          likely={likely.size}
          round={current ?? 0}
        />
      </div>
      <MatchPanel
        selection={selection}
        live={live}
        difference={manual.difference}
        exact={live && exactCharge(details, payments, live.proof.difference)}
        onDifference={manual.setDifference}
        problem={manual.problem}
        busy={manual.busy}
        onMatch={manual.submit}
      />
    </div>
  );
}
