import { PAYOUT_STATUSES, type PayoutStatus } from "@/lib/constants/deposits";
import { dateInZone, fromUnixSeconds } from "@/lib/dates";
import { lineKind, returnsPayout } from "@/lib/stripe-line-kind";
import { log } from "@/server/platform/logger";
import {
  chargeOf,
  customerEmail,
  customerName,
  idIn,
  payerProfile,
  references,
  shopNumbers,
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

/** The payout's own entries in the balance (the transfer to the bank, and its return) are none of its lines. */
export function isOwnEntry(entry: BalanceTransaction, payoutId: string): boolean {
  const isTransfer = entry.type === "payout" || isReturn(entry);
  return isTransfer && idIn(entry.source) === payoutId;
}

/** The payout whose money an entry brings back, where Stripe lists what it held; undefined for any other entry. */
export function returnedPayout(entry: BalanceTransaction): string | undefined {
  const { source } = entry;
  const isManual = typeof source === "object" && source?.automatic === false;
  return isReturn(entry) && !isManual ? idIn(source) : undefined;
}

function isReturn({ reporting_category: category, type }: BalanceTransaction): boolean {
  return returnsPayout(category, type);
}

/** @param timeZone the company's, in which the moment of the entry is a day */
export function toLine(entry: BalanceTransaction, timeZone: string): SourceLine {
  const kind = lineKind(entry.reporting_category, entry.type, entry.amount);
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
    description: descriptionOf(entry),
    customerName: customerName(entry),
    customerEmail: customerEmail(entry),
    customer: payerProfile(entry),
    reference: references(entry),
    numbers: shopNumbers(entry),
    chargeId: chargeOf(entry),
    paid: paidOf(entry),
    raw: trimmed(entry),
  };
}

function descriptionOf(entry: BalanceTransaction): string {
  const { source, description } = entry;
  if (isReturn(entry) && idIn(source)) return `Money of payout ${idIn(source)}, which came back`;
  return description ?? (typeof source === "object" ? source?.description : null) ?? "";
}

const PAID: ReadonlySet<string> = new Set(["charge", "refund", "dispute"]);

/** What the customer paid or got back, where Stripe converted it. */
function paidOf({ source, currency: settled, amount: moved }: BalanceTransaction) {
  if (typeof source !== "object" || source === null || !PAID.has(source.object)) return undefined;
  const { amount, currency, amount_captured: captured } = source;
  if (amount === undefined || currency === undefined || currency === settled) return undefined;
  // A charge as the source of less money coming in: the part of it that was not captured.
  const isRelease = source.object === "charge" && moved < 0 && (captured ?? amount) < amount;
  const paid = isRelease ? amount - (captured ?? 0) : Math.abs(amount);
  return { amount: Math.sign(moved) * paid, currency };
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
