import type { TransactionView } from "@/components/matching/transactions";
import { wireId } from "@/components/matching/transactions";
import type { matchTransaction, SumProof } from "@/lib/contracts/deposits";
import type { BodyOf } from "@/lib/contracts/endpoint";
import { parseDecimal, sumMinor, toDecimal, toWireDecimal } from "@/lib/money";

export interface Selection {
  stripe: TransactionView[];
  quickbooks: TransactionView[];
}

export interface Account {
  Id: string;
  Name: string;
}

/** The one currency of everything selected; null while nothing is, or when they differ. */
export function sharedCurrency({ stripe, quickbooks }: Selection): string | null {
  const currencies = new Set([...stripe, ...quickbooks].map((item) => item.currency));
  const [first] = currencies;
  return currencies.size === 1 && first !== undefined ? first : null;
}

/**
 * What the sums would say if these payments explained these deposits. `known` are the deposits' own
 * proofs: their fees, refunds and payments matched already. Without lines a deposit has none of them, and
 * its fee shows as the difference.
 */
export function proofOf(selection: Selection, known: SumProof[], currency: string): SumProof {
  const minor = (value: string) => parseDecimal(value, currency);
  const total = (part: (proof: SumProof) => string) =>
    sumMinor(known.map((proof) => minor(part(proof))));
  const payments = sumMinor([
    total((proof) => proof.payments),
    ...selection.quickbooks.map((item) => item.amount),
  ]);
  const fees = total((proof) => proof.fees);
  const refunds = total((proof) => proof.refunds);
  const other = total((proof) => proof.other);
  const payout = sumMinor(selection.stripe.map((item) => item.amount));
  const difference = payout - sumMinor([payments, fees, refunds, other]);
  const wire = (value: number) => toWireDecimal(value, currency);
  return {
    payments: wire(payments),
    fees: wire(fees),
    refunds: wire(refunds),
    other: wire(other),
    difference: wire(difference),
    payout: wire(payout),
    closes: difference === 0,
  };
}

/** Why this selection can't be matched yet, for people; null when it can. */
export function selectionProblem(
  selection: Selection,
  proof: SumProof | null,
  account: Account | null,
): string | null {
  if (selection.stripe.length === 0 || selection.quickbooks.length === 0) {
    return "Please select at least one Stripe and one QuickBooks transaction";
  }
  if (sharedCurrency(selection) === null) {
    return "These transactions are in different currencies and can't be compared.";
  }
  if (proof === null) return "The sums are still being worked out.";
  if (!proof.closes && account === null) {
    return "The sums differ. Choose an account for the difference, or change the selection.";
  }
  return null;
}

/** The documented request. Sums are exact: minor units until the last moment. */
export function toMatchRequest(
  selection: Selection,
  currency: string,
  account: Account | null,
): BodyOf<typeof matchTransaction> {
  const sum = (items: TransactionView[]) =>
    Number(toDecimal(sumMinor(items.map((item) => item.amount)), currency));
  return {
    stripe_transaction_ids: selection.stripe.map(wireId),
    stripe_transaction_amount: sum(selection.stripe),
    quickbooks_transaction_ids: selection.quickbooks.map(wireId),
    quickbooks_transaction_amount: sum(selection.quickbooks),
    ...(account && { difference_account: account }),
  };
}
