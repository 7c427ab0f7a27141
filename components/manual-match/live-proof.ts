import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { depositDetailQuery } from "@/components/deposits/queries";
import {
  type LineChoices,
  proofOf,
  type Selection,
  sharedCurrency,
} from "@/components/manual-match/selection";
import { depositNumber, type TransactionView } from "@/components/manual-match/transactions";
import type { DepositDetail } from "@/lib/contracts/deposit-detail";
import type { SumProof } from "@/lib/contracts/match-views";
import { parseDecimal, sumMinor, toWireDecimal } from "@/lib/money";
import { splitPayments } from "@/lib/payment-split/split";
import type { Split } from "@/lib/payment-split/types";
import type { DepositFacts } from "./likely-payments";

type Line = DepositDetail["deposit"]["lines"][number];

/** What is inside the selected deposits, by deposit id. */
export type LinesOf = ReadonlyMap<number, Line[]>;

/** One deposit's share of the selected payments. */
export interface Part {
  deposit: TransactionView;
  payments: TransactionView[];
  proof: SumProof;
}

/** What a selection adds up to, before anything is sent. */
export interface LiveProof {
  currency: string;
  /** Of everything selected together. */
  proof: SumProof;
  /** How several deposits share the payments, where amounts decide it; null for a single deposit. */
  split: Split["kind"] | null;
  /** The share of each of several deposits; empty unless there is exactly one way. */
  parts: Part[];
}

/** The sum of a selection in one currency, by the code that decides on the server. */
export function liveProof(
  selection: Selection,
  linesOf: LinesOf,
  currency: string,
  choices?: LineChoices,
): LiveProof {
  const all = selection.deposits.flatMap((item) => linesOf.get(depositNumber(item)) ?? []);
  const proof = proofOf(selection, all, currency, choices);
  if (selection.deposits.length < 2 || selection.payments.length === 0) {
    return { currency, proof, split: null, parts: [] };
  }
  const split = splitSelection(selection, linesOf, currency);
  if (split.kind !== "one") return { currency, proof, split: split.kind, parts: [] };
  const parts = selection.deposits.map((deposit) => {
    const number = depositNumber(deposit);
    const payments = selection.payments.filter(({ id }) => split.placed.get(id) === number);
    const share = { deposits: [deposit], payments };
    return { deposit, payments, proof: proofOf(share, linesOf.get(number) ?? [], currency) };
  });
  return { currency, proof: addUp(parts, currency), split: "one", parts };
}

function splitSelection(selection: Selection, linesOf: LinesOf, currency: string): Split {
  const minor = (value: string) => parseDecimal(value, currency);
  const deposits = selection.deposits.map((deposit) => ({
    id: depositNumber(deposit),
    settlement: {
      amount: deposit.amount,
      lines: (linesOf.get(depositNumber(deposit)) ?? []).map((line) => ({
        id: line.id,
        kind: line.kind,
        description: line.description,
        gross: minor(line.amount),
        fee: minor(line.fee),
        net: minor(line.net),
      })),
    },
  }));
  const payments = selection.payments.map(({ id, amount, customerName, date }) => ({
    id,
    amount,
    twins: `${date} ${customerName}`,
  }));
  return splitPayments(deposits, payments);
}

function addUp(parts: Part[], currency: string): SumProof {
  const total = (name: Exclude<keyof SumProof, "closes" | "open_charges">) =>
    toWireDecimal(
      sumMinor(parts.map(({ proof }) => parseDecimal(proof[name], currency))),
      currency,
    );
  return {
    payments: total("payments"),
    fees: total("fees"),
    refunds: total("refunds"),
    disputes: total("disputes"),
    other: total("other"),
    difference: total("difference"),
    open_charges: parts.reduce((count, { proof }) => count + proof.open_charges, 0),
    open: total("open"),
    open_fees: total("open_fees"),
    payout: total("payout"),
    closes: parts.every(({ proof }) => proof.closes),
  };
}

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
