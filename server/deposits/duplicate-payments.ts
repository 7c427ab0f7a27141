import type { LedgerPaymentKind } from "@/lib/constants/payments";
import { daysBetween } from "@/lib/dates";
import { toDecimal } from "@/lib/money";
import { methodWords, processorKey } from "@/matching/engine/records/payment-method-hint";
import { numberShown } from "./number-shown";

/** A payment in the books, as it is compared with others. */
export interface BookedPayment {
  id: number;
  kind: LedgerPaymentKind;
  /** The ledger's id. */
  providerId: string;
  /** The number that the ledger shows; empty where the payment has none. */
  documentNumber: string;
  date: string;
  /** Signed, minor units. */
  amount: number;
  currency: string;
  customerId: string;
  customerName: string;
  /** All its numbers, separated by spaces; the document's own number among them. */
  reference: string;
  note: string;
  /** "Check"; empty where the books don't say. */
  paymentMethod: string;
}

/** A charge that no match explains; or a whole payout of which only the total is known. */
export interface OpenCharge {
  depositId: number;
  date: string;
  currency: string;
  /** Minor units, as is `net`. */
  gross: number;
  net: number;
  customerName: string;
  isWholePayout: boolean;
}

/** What the processors have paid out. */
export interface PaidOut {
  /** Charges that no match explains: any of them may be what a payment records. */
  openCharges: readonly OpenCharge[];
  /** The day of the newest charge in a payout, in the payment's currency; null without any. */
  paidOutUntil: string | null;
  /** The connected processors, by `processorKey`. */
  processors: ReadonlySet<string>;
}

/** Two records of one payment are seldom entered further apart; customers who pay weekly are no twins. */
export const TWIN_DAYS = 5;
const CHARGE_DAYS = 7;
const PAYOUT_DAYS = 30;

/**
 * Whether `second` is a second record of the charge that `first` records: same customer, amount and time, not
 * paid in another way, and nothing that the processors have paid out explains it.
 */
export function isSecondRecord(
  first: BookedPayment,
  second: BookedPayment,
  { openCharges, paidOutUntil, processors }: PaidOut,
): boolean {
  return (
    areAlike(first, second) &&
    !isPaidElsewhere(second, processors) &&
    // A later charge may still be on the way.
    paidOutUntil !== null &&
    (second.date <= paidOutUntil || second.date <= first.date) &&
    !openCharges.some((charge) => isCoveredBy(second, charge))
  );
}

function areAlike(first: BookedPayment, second: BookedPayment): boolean {
  return (
    first.id !== second.id &&
    first.customerId !== "" &&
    first.customerId === second.customerId &&
    first.amount === second.amount &&
    first.currency === second.currency &&
    Math.abs(daysBetween(first.date, second.date)) <= TWIN_DAYS &&
    !haveOtherNumbers(first, second)
  );
}

/** Two invoices, or two of the processor's ids, are two sales. A document's own number says nothing. */
function haveOtherNumbers(first: BookedPayment, second: BookedPayment): boolean {
  const [own, other] = [givenNumbers(first), givenNumbers(second)];
  return own.length > 0 && other.length > 0 && !own.some((each) => other.includes(each));
}

/** The numbers that a payment was given by someone, not by the ledger itself. */
export function givenNumbers({ reference, documentNumber }: BookedPayment): string[] {
  return reference.split(/\s+/).filter((each) => each !== "" && each !== documentNumber);
}

function isPaidElsewhere(payment: BookedPayment, processors: ReadonlySet<string>): boolean {
  const { processor, offline } = methodWords(methodText(payment));
  return processor === "" ? offline !== "" : !processors.has(processorKey(processor));
}

/** Everything on a payment that can say how it was made. */
export function methodText({ paymentMethod, note, reference }: BookedPayment): string {
  return `${paymentMethod} ${note} ${reference}`;
}

/** Whether a charge could be what a payment records, by amount and time. */
export function isCoveredBy(payment: BookedPayment, charge: OpenCharge): boolean {
  if (payment.currency !== charge.currency) return false;
  const days = daysBetween(payment.date, charge.date);
  if (charge.isWholePayout) {
    return days >= -1 && days <= PAYOUT_DAYS && charge.gross * MOST_FEES >= payment.amount;
  }
  const isAmount = charge.gross === payment.amount || charge.net === payment.amount;
  return isAmount && Math.abs(days) <= CHARGE_DAYS;
}

/** What a payout was before fees, at most. */
const MOST_FEES = 1.1;

const TIMES: Record<number, string> = { 2: "twice", 3: "three times", 4: "four times" };

/** For the user: "482.50 of Blue Harbor is recorded twice". */
export function twiceText(
  { amount, currency, customerName }: BookedPayment,
  records: number,
): string {
  const sum = toDecimal(Math.abs(amount), currency);
  const what = amount < 0 ? `The refund of ${sum} to` : `${sum} of`;
  return `${what} ${customerName || "one customer"} is recorded ${TIMES[records] ?? `${records} times`}`;
}

/** The number of a payment as the ledger shows it. */
export function shownNumber({ documentNumber, providerId, reference }: BookedPayment): string {
  return numberShown(documentNumber, providerId) || reference;
}
