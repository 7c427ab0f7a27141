import type { PaidBy, PayoutStatus } from "@/lib/constants/deposits";
import { type CalendarDate, dateInZone, isCalendarDate } from "@/lib/dates";
import { MoneyError, parseDecimal } from "@/lib/money";
import {
  type CustomerProfile,
  customerProfile,
  personName,
} from "@/matching/engine/customer-profile";
import { log } from "@/server/platform/logger";
import { unreadable } from "@/server/providers/authorizenet/errors";
import {
  type Batch,
  type Details,
  type Transaction,
  transaction as transactionShape,
} from "@/server/providers/authorizenet/schemas";
import { movedNothing, movementOf } from "@/server/providers/authorizenet/status";
import type { FieldNumber, SourceLine, SourcePayout } from "@/server/providers/types";

/** Facts of the merchant's account that apply to all of its batches. */
export interface MerchantFacts {
  currency: string;
  timeZone: string;
}

const SETTLED: ReadonlySet<string> = new Set([
  "settledSuccessfully",
  // Not in the schema's list of states; others have met it.
  "refundSettledSuccessfully",
]);

const KNOWN: ReadonlyMap<string, PayoutStatus> = new Map([
  ["settlementError", "failed"],
  ["pendingSettlement", "pending"],
]);

/** One batch as a payout. Its amount is known only from its transactions. @param now for one without a settlement time. */
export function toPayout(batch: Batch, merchant: MerchantFacts, now = new Date()): SourcePayout {
  const { batchId, settlementState: state, paymentMethod } = batch;
  const isSettled = SETTLED.has(state);
  const date = localDate(batch.settlementTimeLocal, batch.settlementTimeUTC, merchant);
  const isKnown = isSettled ? date !== undefined : KNOWN.has(state);
  if (!isKnown) log().warn({ batch: batchId, state, date }, "unknown state of a batch");
  return {
    providerId: batchId,
    status: isSettled && isKnown ? "paid" : (KNOWN.get(state) ?? "pending"),
    ...(isKnown ? {} : { unknownState: isSettled ? "no settlement time" : state }),
    // Of a batch that isn't settled yet, nothing is stored.
    date: date ?? dateInZone(now, merchant.timeZone),
    amount: null,
    currency: merchant.currency,
    description: paymentMethod === "eCheck" ? "eCheck batch" : "Card batch",
    itemized: true,
    complete: isSettled && isKnown,
    paidBy: paymentMethod === "eCheck" ? "echeck" : "card",
    raw: batch,
  };
}

/**
 * One transaction as a line; null when it moved no money. A transaction with an unknown status is kept
 * without an amount: the batch total shows whether it counts.
 */
export function toLine(
  transaction: Transaction,
  details: Details | undefined,
  batch: { merchant: MerchantFacts; date: CalendarDate },
): SourceLine | null {
  const { transId, transactionStatus: status } = transaction;
  if (movedNothing(status)) return null;
  const movement = movementOf(status);
  const { currency } = batch.merchant;
  const amount = Math.abs(minor(transaction.settleAmount, currency));
  if (movement && amount === 0) return null;
  if (!movement) {
    log().warn({ transaction: transId, status }, "unknown status of a transaction, kept as other");
  }
  const gross = movement ? movement.sign * amount : 0;
  return {
    providerId: transId,
    kind: movement?.kind ?? "other",
    providerKind: status,
    date:
      localDate(transaction.submitTimeLocal, transaction.submitTimeUTC, batch.merchant) ??
      batch.date,
    gross,
    fee: 0,
    net: gross,
    currency,
    feePredicted: false,
    ...(isAmex(transaction) && { paidBy: "amex" as const }),
    description: descriptionOf(transaction, details),
    customerName: customerName(transaction, details),
    customerEmail: details?.customer?.email || details?.billTo?.email || "",
    customer: payerProfile(transaction, details),
    reference: references(transaction, details),
    numbers: invoiceNumbers(transaction, details),
    chargeId: details?.refTransId && details.refTransId !== "0" ? details.refTransId : transId,
    raw: facts(transaction, details),
  };
}

/** "AmericanExpress" in the schema, with a space in some replies. */
function isAmex({ accountType = "" }: Pick<Transaction, "accountType">): boolean {
  return accountType.replaceAll(" ", "").toLowerCase() === "americanexpress";
}

/** Of a line as it was stored: a fee that was predicted is no transaction. */
export function linePaidBy(raw: unknown): PaidBy | undefined {
  const kept = transactionShape.pick({ accountType: true }).safeParse(raw);
  return kept.success && isAmex(kept.data) ? "amex" : undefined;
}

/** @throws ProviderError for an amount that the currency cannot represent. */
export function minor(amount: string | number, currency: string): number {
  try {
    return parseDecimal(amount, currency);
  } catch (error) {
    if (error instanceof MoneyError) throw unreadable(error.message);
    throw error;
  }
}

/** Whether only the details contain the facts about the payer. */
export function needsDetails(transaction: Transaction): boolean {
  const kind = movementOf(transaction.transactionStatus)?.kind;
  if (!kind || movedNothing(transaction.transactionStatus)) return false;
  return kind !== "charge" || !fullName(transaction) || !transaction.invoiceNumber;
}

function customerName(transaction: Transaction, details: Details | undefined): string {
  return fullName(transaction) || fullName(details?.billTo ?? {}) || details?.billTo?.company || "";
}

function payerProfile(
  transaction: Transaction,
  details: Details | undefined,
): CustomerProfile | null {
  const { customer, billTo } = details ?? {};
  return customerProfile({
    id: customer?.id,
    names: [fullName(transaction), fullName(billTo ?? {}), billTo?.company],
    emails: [customer?.email, billTo?.email],
    phones: [billTo?.phoneNumber],
  });
}

function fullName(person: { firstName?: string | undefined; lastName?: string | undefined }) {
  return personName(person.firstName, person.lastName);
}

function descriptionOf(transaction: Transaction, details: Details | undefined): string {
  const description = details?.order?.description;
  if (description) return description;
  const number = transaction.invoiceNumber || details?.order?.invoiceNumber;
  if (number) return `Invoice ${number}`;
  return transaction.accountType ?? "";
}

/** Every id that the books may carry: the transaction and its original. */
function references(transaction: Transaction, details: Details | undefined): string {
  return [...known([transaction.transId, details?.refTransId])].join(" ");
}

function invoiceNumbers(transaction: Transaction, details: Details | undefined): FieldNumber[] {
  const found = known([transaction.invoiceNumber, details?.order?.invoiceNumber]);
  return [...found].map((value) => ({ field: "invoiceNumber", value }));
}

/** Authorize.Net writes 0 for a number that there isn't. */
function known(texts: readonly (string | undefined)[]): Set<string> {
  return new Set(texts.flatMap((text) => (text && text !== "0" ? text : [])));
}

/** The transaction as Authorize.Net sent it, without personal data: ids, states, amounts, times. */
function facts(transaction: Transaction, details: Details | undefined) {
  const { firstName: _first, lastName: _last, ...rest } = transaction;
  return { ...rest, ...(details?.refTransId && { refTransId: details.refTransId }) };
}

/** The date in the merchant's time zone. */
function localDate(
  local: string | undefined,
  utc: string | undefined,
  { timeZone }: MerchantFacts,
): CalendarDate | undefined {
  const day = local?.slice(0, 10);
  if (day && isCalendarDate(day)) return day;
  const instant = utc === undefined ? Number.NaN : Date.parse(utc);
  return Number.isNaN(instant) ? undefined : dateInZone(new Date(instant), timeZone);
}
