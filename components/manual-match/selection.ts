import { useMemo, useState } from "react";
import { NO_TAGS, type Tags } from "@/components/deposit-parts/tag-fields";
import { type TransactionView, wireId } from "@/components/manual-match/transactions";
import type { AccountGroup } from "@/lib/constants/bookings";
import type { DepositDetail } from "@/lib/contracts/deposit-detail";
import type { BodyOf } from "@/lib/contracts/endpoint";
import type { SumProof } from "@/lib/contracts/match-views";
import type { matchTransaction } from "@/lib/contracts/matches";
import type { LedgerWords } from "@/lib/ledger-words";
import { parseDecimal, sumMinor, toDecimal } from "@/lib/money";
import { addUp, matchByLines } from "@/lib/payment-split/match-by-lines";
import type { Split, Tie } from "@/lib/payment-split/types";
import { matchByHand, type SettlementMatch, settle, toSumProof } from "@/lib/settlement";

/** What the user picked on each side: deposits of any processor, payments in the books. */
export interface Selection {
  deposits: TransactionView[];
  payments: TransactionView[];
}

export interface Account {
  Id: string;
  Name: string;
  group?: AccountGroup;
}

/** What is left over, accepted: where it is booked, and why it is there. */
export interface Difference {
  account: Account | null;
  note: string;
  tags: Tags;
}

export const NO_DIFFERENCE: Difference = { account: null, note: "", tags: NO_TAGS };

/** The one currency of everything selected; null while nothing is, or when they differ. */
export function sharedCurrency({ deposits, payments }: Selection): string | null {
  const currencies = new Set([...deposits, ...payments].map((item) => item.currency));
  const [first] = currencies;
  return currencies.size === 1 && first !== undefined ? first : null;
}

/** What is inside the deposit that is being matched. */
type Line = Pick<
  DepositDetail["deposit"]["lines"][number],
  "id" | "kind" | "description" | "amount" | "fee" | "net"
> & { entity?: string };

/** What is known about a single deposit's lines, apart from their amounts. */
export interface LineChoices {
  /** Payments that the user chose for lines. */
  ties: readonly Tie[];
  /** Matches that stay as they are. */
  decided: SettlementMatch[];
}

const NO_CHOICES: LineChoices = { ties: [], decided: [] };

/**
 * What the sum would be if these payments explained the deposit: added up by the same code that decides
 * on the server. Without lines the fee shows as the difference.
 */
export function proofOf(
  selection: Selection,
  lines: Line[],
  currency: string,
  choices = NO_CHOICES,
): SumProof {
  const minor = (value: string) => parseDecimal(value, currency);
  const payout = sumMinor(selection.deposits.map((item) => item.amount));
  const deposit = {
    amount: payout,
    lines: lines.map(({ amount, fee, net, entity: _, ...line }) => ({
      ...line,
      gross: minor(amount),
      fee: minor(fee),
      net: minor(net),
    })),
  };
  if (selection.deposits.length !== 1) {
    const amounts = selection.payments.map(({ amount }) => amount);
    const match = matchByHand(deposit.lines, amounts);
    return toSumProof(settle(deposit, [match]), payout, currency);
  }
  const picked = {
    deposit,
    customers: new Map(lines.map(({ id, entity = "" }) => [id, entity])),
    payments: selection.payments.map(({ id, amount, customerName }) => ({
      ...{ id, amount },
      customer: customerName,
    })),
    ...choices,
  };
  return toSumProof(addUp(picked, matchByLines(picked).matches), payout, currency);
}

/** What a selection that is about to be sent adds up to; see live-proof. */
interface Sum {
  proof: SumProof;
  split: Split["kind"] | null;
}

/** For the user: why this selection can't be added up; null when it can. */
export function selectionProblem(selection: Selection, { name }: LedgerWords): string | null {
  if (selection.deposits.length === 0 || selection.payments.length === 0) {
    return `Please select at least one Stripe and one ${name} transaction`;
  }
  if (sharedCurrency(selection) === null) {
    return "These transactions are in different currencies and can't be compared.";
  }
  return null;
}

/** For the user: why this sum can't be matched yet; null when it can. */
export function sumProblem(sum: Sum, account: Account | null): string | null {
  if (sum.split === "none") {
    return "These payments don't split evenly across the selected deposits. Change the selection, or match one deposit at a time.";
  }
  // Amounts allow several ways: names and dates decide on the server, which refuses otherwise.
  if (sum.split === "several") return null;
  if (!sum.proof.closes && account === null) {
    return "The totals differ. Choose an account for the difference or change your selection.";
  }
  return null;
}

/** The documented request. Sums are exact: minor units until the last moment. */
export function toMatchRequest(
  selection: Selection,
  currency: string,
  { account, note, tags }: Difference,
  ties: readonly Tie[] = [],
): BodyOf<typeof matchTransaction> {
  const sum = (items: TransactionView[]) =>
    Number(toDecimal(sumMinor(items.map((item) => item.amount)), currency));
  return {
    stripe_transaction_ids: selection.deposits.map(wireId),
    stripe_transaction_amount: sum(selection.deposits),
    quickbooks_transaction_ids: selection.payments.map(wireId),
    quickbooks_transaction_amount: sum(selection.payments),
    ...(ties.length > 0 && {
      pairs: ties.map(({ lineId, paymentId }) => ({
        line_id: lineId,
        quickbooks_transaction_id: paymentId,
      })),
    }),
    ...(account && { difference_account: { Id: account.Id, Name: account.Name } }),
    ...(account && note.trim() !== "" && { difference_note: note.trim() }),
    ...(account && tags.customer && { difference_customer: tags.customer }),
    ...(account && tags.class && { difference_class: tags.class }),
  };
}

const NONE: ReadonlySet<string> = new Set();

export interface ListSelection {
  ids: ReadonlySet<string>;
  selected: TransactionView[];
  /** Matched just now: shown so until the list is refetched. */
  matched: ReadonlySet<string>;
  toggle(id: string): void;
  clear(): void;
  /** What is selected has been matched. */
  flip(): void;
}

/** Ids picked from a list that may shrink under it: what is no longer listed is not selected. */
export function useSelection(
  items: TransactionView[],
  initial: readonly string[] = [],
): ListSelection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set(initial));
  const [flipped, setFlipped] = useState({ in: items, ids: NONE });
  const matched = flipped.in === items ? flipped.ids : NONE;
  const selected = useMemo(
    () => (ids.size === 0 ? [] : items.filter(({ id }) => ids.has(id) && !matched.has(id))),
    [items, ids, matched],
  );
  return {
    ids: useMemo(() => new Set(selected.map(({ id }) => id)), [selected]),
    selected,
    matched,
    toggle(id) {
      if (matched.has(id)) return;
      setIds((before) => {
        const next = new Set(before);
        if (!next.delete(id)) next.add(id);
        return next;
      });
    },
    clear: () => setIds(NONE),
    flip() {
      setFlipped({ in: items, ids: new Set([...matched, ...ids]) });
      setIds(NONE);
    },
  };
}
