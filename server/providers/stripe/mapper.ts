import { PAYOUT_STATUSES, type PayoutStatus } from "@/lib/constants/deposits";
import { dateInZone, fromUnixSeconds } from "@/lib/dates";
import { lineKind } from "@/lib/stripe-line-kind";
import { log } from "@/server/platform/logger";
import {
  customerEmail,
  customerName,
  idIn,
  payerProfile,
  references,
} from "@/server/providers/stripe/payer";
import type { BalanceTransaction, StripePayout } from "@/server/providers/stripe/schemas";
import type { SourceLine, SourcePayout } from "@/server/providers/types";

/** Stripe only itemizes automatic payouts; the user decides what is in a manual or instant one. */
export function toPayout(payout: StripePayout): SourcePayout {
  const status = PAYOUT_STATUSES.find((known) => known === payout.status);
  if (!status) log().warn({ payout: payout.id, status: payout.status }, "unknown payout status");
  const { destination, trace_id: trace } = payout;
  const bank = typeof destination === "object" ? destination?.currency : undefined;
  return {
    providerId: payout.id,
    // An unknown status must not be final: "pending" is read again by the next sync.
    status: status ?? ("pending" satisfies PayoutStatus),
    ...(status ? {} : { unknownState: payout.status }),
    date: fromUnixSeconds(payout.arrival_date),
    amount: payout.amount,
    currency: payout.currency,
    description: payout.description ?? payout.statement_descriptor ?? "",
    itemized: isItemized(payout),
    complete: isComplete(payout),
    ...(payout.reversed_by ? { reversedBy: payout.reversed_by } : {}),
    ...(trace?.value ? { traceId: trace.value } : {}),
    ...(bank && bank !== payout.currency ? { bankCurrency: bank } : {}),
    raw: { ...payout, destination: idIn(destination) },
  };
}

/** Stripe lists nothing for a payout that it does not reconcile, whatever started it. */
function isItemized({ automatic, reconciliation_status: reconciled }: StripePayout): boolean {
  return automatic && reconciled !== "not_applicable";
}

function isComplete(payout: StripePayout): boolean {
  if (!isItemized(payout) || payout.reconciliation_status === "completed") return true;
  return payout.reconciliation_status !== "in_progress" && payout.status === "paid";
}

/** The payout's own entry in the balance (the transfer to the bank) is not one of its lines. */
export function isOwnEntry(entry: BalanceTransaction, payoutId: string): boolean {
  return entry.type === "payout" && idIn(entry.source) === payoutId;
}

/** @param timeZone the company's, in which the moment of the entry is a day */
export function toLine(entry: BalanceTransaction, timeZone: string): SourceLine {
  const kind = lineKind(entry.reporting_category, entry.type);
  if (!kind) {
    const { id, type, reporting_category: category } = entry;
    log().warn({ id, type, category }, "unknown kind of balance transaction, kept as other");
  }
  return {
    providerId: entry.id,
    kind: kind ?? "other",
    providerKind: entry.reporting_category || entry.type,
    date: dateInZone(new Date(entry.created * 1000), timeZone),
    gross: entry.amount,
    fee: entry.fee,
    net: entry.net,
    currency: entry.currency,
    feePredicted: false,
    description: entry.description ?? sourceDescription(entry) ?? "",
    customerName: customerName(entry),
    customerEmail: customerEmail(entry),
    customer: payerProfile(entry),
    reference: references(entry),
    raw: trimmed(entry),
  };
}

function sourceDescription(entry: BalanceTransaction): string | null | undefined {
  return typeof entry.source === "object" ? entry.source?.description : undefined;
}

/** The entry as Stripe sent it, without personal data: ids, types, amounts. */
function trimmed(entry: BalanceTransaction) {
  const { description: _, source, ...facts } = entry;
  if (typeof source !== "object" || source === null) return { ...facts, source };
  const { id, object, amount, currency, payment_intent, charge, customer } = source;
  return {
    ...facts,
    source: {
      id,
      object,
      amount,
      currency,
      payment_intent,
      charge: idIn(charge),
      customer: idIn(customer),
    },
  };
}
