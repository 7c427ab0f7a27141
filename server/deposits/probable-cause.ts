import type { UnmatchedCause } from "@/lib/constants/unmatched-payments";
import { daysBetween } from "@/lib/dates";
import { nameLikeness } from "@/lib/name-likeness";
import {
  isBareNumber,
  methodWords,
  processorKey,
} from "@/matching/engine/records/payment-method-hint";
import {
  type BookedPayment,
  givenNumbers,
  isCoveredBy,
  isSecondRecord,
  methodText,
  type PaidOut,
  shownNumber,
  twiceText,
} from "./duplicate-payments";

/** A refund by a processor. */
export interface RefundLine {
  depositId: number;
  date: string;
  currency: string;
  /** Negative, minor units. */
  gross: number;
  customerName: string;
}

/** What is known around a payment that waits in Undeposited Funds. */
export interface Surroundings extends PaidOut {
  /** The deposit whose live match it is in, and whether all of that deposit is still open. */
  matchedIn: { depositId: number; accepted: boolean; isOpen: boolean } | null;
  /** Payments of its customer that a match explains or a Deposit includes. */
  explained: readonly BookedPayment[];
  /** Refund receipts of its customer. */
  refundReceipts: readonly BookedPayment[];
  /** The processors' refunds. */
  refundLines: readonly RefundLine[];
}

/** What a cause speaks of. */
export type Subject = { depositId: number } | { payment: BookedPayment };

export interface LikelyCause {
  cause: UnmatchedCause;
  /** For the user. */
  text: string;
  about: Subject[];
}

const REFUND_DAYS = 120;

/** Why a payment most likely still waits in Undeposited Funds: the most certain of what fits. */
export function probableCause(payment: BookedPayment, around: Surroundings): LikelyCause {
  return (
    notPosted(around) ??
    twice(payment, around) ??
    paidElsewhere(payment, around) ??
    refunded(payment, around) ??
    notMatched(payment, around) ??
    notPaidOut(payment, around) ??
    paidByCheck(payment) ??
    cause("unknown", "Nothing paid out near its date has this amount")
  );
}

function notPosted({ matchedIn }: Surroundings): LikelyCause | undefined {
  if (!matchedIn) return undefined;
  return cause("not_posted", matchedText(matchedIn), matchedIn);
}

function matchedText({ accepted, isOpen }: NonNullable<Surroundings["matchedIn"]>): string {
  if (accepted) return "Matched, but not posted yet";
  return isOpen ? "Part of an open payout" : "Suggested, but not confirmed yet";
}

function twice(payment: BookedPayment, around: Surroundings): LikelyCause | undefined {
  const firsts = around.explained.filter((first) => isSecondRecord(first, payment, around));
  const first = firsts.toSorted((a, b) => apart(a, payment) - apart(b, payment))[0];
  if (!first) return undefined;
  return cause("recorded_twice", twiceText(payment, 2), { payment: first }, { payment });
}

function paidElsewhere(payment: BookedPayment, around: Surroundings): LikelyCause | undefined {
  const { processor, offline } = methodWords(methodText(payment));
  if (processor !== "") {
    if (around.processors.has(processorKey(processor))) return undefined;
    return cause("other_processor", `Marked ${processor}, which isn't connected`);
  }
  if (offline !== "") return cause("cash_or_check", `Marked "${offline}"`);
  if (around.paidOutUntil !== null) return undefined;
  return cause("other_processor", `No connected processor has charges in ${payment.currency}`);
}

function refunded(payment: BookedPayment, around: Surroundings): LikelyCause | undefined {
  const gaveBack = ({ date }: { date: string }) => {
    const days = daysBetween(payment.date, date);
    return days >= 0 && days <= REFUND_DAYS;
  };
  const receipt = around.refundReceipts.find(
    (each) => each.amount === -payment.amount && payment.amount > 0 && gaveBack(each),
  );
  if (receipt) {
    const text = `Refunded by refund receipt ${shownNumber(receipt)}`;
    return cause("refunded", text, { payment: receipt });
  }
  const line = around.refundLines.find(
    (each) =>
      each.gross === -payment.amount &&
      each.currency === payment.currency &&
      gaveBack(each) &&
      nameLikeness(each.customerName, payment.customerName) >= LIKE,
  );
  return line && cause("refunded", "The processor refunded this amount to the customer", line);
}

/** Half of the words of two names. */
const LIKE = 0.5;

function notMatched(payment: BookedPayment, around: Surroundings): LikelyCause | undefined {
  const fitting = around.openCharges.filter(
    (charge) => !charge.isWholePayout && isCoveredBy(payment, charge),
  );
  const [best] = fitting.toSorted(
    (a, b) =>
      nameLikeness(b.customerName, payment.customerName) -
      nameLikeness(a.customerName, payment.customerName),
  );
  return best && cause("not_matched", "A charge of this amount has no match yet", best);
}

function notPaidOut(payment: BookedPayment, around: Surroundings): LikelyCause | undefined {
  if (around.paidOutUntil === null || payment.date <= around.paidOutUntil) return undefined;
  return cause("not_paid_out", "No payout has charges of its date yet");
}

function paidByCheck(payment: BookedPayment): LikelyCause | undefined {
  const number = givenNumbers(payment).join(" ");
  if (!isBareNumber(number)) return undefined;
  return cause("cash_or_check", `Its reference ${number} looks like a check number`);
}

function cause(cause: UnmatchedCause, text: string, ...about: Subject[]): LikelyCause {
  return { cause, text, about };
}

function apart(first: BookedPayment, second: BookedPayment): number {
  return Math.abs(daysBetween(first.date, second.date));
}
