import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { depositDetailQuery } from "@/components/deposits/queries";
import type { DepositFacts } from "@/components/manual-match/likely-payments";
import { type LinesOf, type LiveProof, liveProof } from "@/components/manual-match/live-proof";
import {
  type LineChoices,
  type Selection,
  sharedCurrency,
} from "@/components/manual-match/selection";
import { depositNumber, type TransactionView } from "@/components/manual-match/transactions";
import type { DepositDetail } from "@/lib/contracts/deposits";
import { parseDecimal } from "@/lib/money";

type Deposits = DepositDetail["deposit"][];

/** The selected deposits with their lines; null until all of them are here. */
export function useSelectedDeposits(selected: TransactionView[]): Deposits | null {
  const details = useQueries({
    queries: selected.map((item) => depositDetailQuery(depositNumber(item))),
    combine: (results) => results.map(({ data }) => data?.deposit),
  });
  return useMemo(() => {
    const loaded = details.flatMap((deposit) => deposit ?? []);
    return loaded.length === details.length ? loaded : null;
  }, [details]);
}

/** What the selection adds up to; null while it is not known, or in several currencies. */
export function useLiveProof(
  { deposits, payments }: Selection,
  details: Deposits | null,
  choices?: LineChoices,
): LiveProof | null {
  return useMemo(() => {
    const selection = { deposits, payments };
    const currency = sharedCurrency(selection);
    if (deposits.length === 0 || details === null || currency === null) return null;
    return liveProof(selection, linesOf(details), currency, choices);
  }, [deposits, payments, details, choices]);
}

/**
 * The same for who acts before it is on screen: comes once every deposit is here, and fails as reading
 * one of them does.
 */
export function useProofOf() {
  const client = useQueryClient();
  return async (
    selection: Selection,
    currency: string,
    choices?: LineChoices,
  ): Promise<LiveProof> => {
    const details = await Promise.all(
      selection.deposits.map((item) =>
        client.ensureQueryData(depositDetailQuery(depositNumber(item))),
      ),
    );
    return liveProof(selection, linesOf(details.map(({ deposit }) => deposit)), currency, choices);
  };
}

function linesOf(deposits: Deposits): LinesOf {
  return new Map(deposits.map(({ id, lines }) => [id, lines]));
}

/** A deposit as the search for likely payments reads it. */
export function factsOf({
  txn_date,
  total_amt,
  currency,
  lines,
}: DepositDetail["deposit"]): DepositFacts {
  return {
    date: txn_date,
    amount: parseDecimal(total_amt, currency),
    currency,
    lines: lines.map(({ kind, date, amount, net, entity }) => ({
      kind,
      date,
      entity,
      gross: parseDecimal(amount, currency),
      net: parseDecimal(net, currency),
    })),
  };
}
