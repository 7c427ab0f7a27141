import { PAYOUT_STATUSES, type PayoutStatus } from "@/lib/contracts/values/deposits";
import { fromUnixSeconds } from "@/lib/dates";
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
  return {
    providerId: payout.id,
    status: statusOf(payout),
    date: fromUnixSeconds(payout.arrival_date),
    amount: payout.amount,
    currency: payout.currency,
    description: payout.description ?? payout.statement_descriptor ?? "",
    itemized: payout.automatic,
    complete: isComplete(payout),
    ...(payout.reversed_by ? { reversedBy: payout.reversed_by } : {}),
    raw: payout,
  };
}

// An unknown status must not be final: "pending" is read again by the next sync.
function statusOf(payout: StripePayout): PayoutStatus {
  const known = PAYOUT_STATUSES.find((status) => status === payout.status);
  if (!known) log().warn({ payout: payout.id, status: payout.status }, "unknown payout status");
  return known ?? "pending";
}

function isComplete(payout: StripePayout): boolean {
  if (!payout.automatic || payout.reconciliation_status === "completed") return true;
  return payout.reconciliation_status !== "in_progress" && payout.status === "paid";
}

/** The payout's own entry in the balance (the transfer to the bank) is not one of its lines. */
export function isOwnEntry(entry: BalanceTransaction, payoutId: string): boolean {
  return entry.type === "payout" && idIn(entry.source) === payoutId;
}

export function toLine(entry: BalanceTransaction): SourceLine {
  const kind = lineKind(entry.reporting_category, entry.type);
  if (!kind) {
    const { id, type, reporting_category: category } = entry;
    log().warn({ id, type, category }, "unknown kind of balance transaction, kept as other");
  }
  return {
    providerId: entry.id,
    kind: kind ?? "other",
    providerKind: entry.reporting_category || entry.type,
    date: fromUnixSeconds(entry.created),
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
