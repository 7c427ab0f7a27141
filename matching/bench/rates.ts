import type { TruthKind } from "./model";
import type { Random } from "./random";

/**
 * Rates of noise, shares from 0 to 1. The defaults hold for every shape; a shape states what it
 * does otherwise. They are estimates of a careful observer, not measurements.
 */
export interface NoiseRates {
  /** Lines without the customer's name. */
  lineNameMissing: number;
  /** Lines that carry an e-mail address: of those with a name, and of those without. */
  lineEmail: number;
  lineEmailWithoutName: number;
  /** Names at the checkout that are written otherwise than usual. */
  lineNameRespelled: number;
  /** Lines without the processor's id, without the fee, without the net. */
  lineReferenceMissing: number;
  lineFeeMissing: number;
  lineNetMissing: number;

  /** Payments without a customer. */
  paymentNameMissing: number;
  /** Payments that carry an e-mail address: of those with a name, and of those without. */
  paymentEmail: number;
  paymentEmailWithoutName: number;
  /** Customer of payments without a name: none, or a collective name. */
  namelessCustomer?: string;
  /** Nameless payments whose memo mentions the name. */
  paymentNameInNote: number;
  /** Payments whose customer is typed by hand instead of chosen from the list. */
  paymentNameRespelled: number;
  /** Payments that carry an id or number of the sale, and in which field. */
  paymentReference: number;
  referenceCutAt21: number;
  referenceInNote: number;

  /** Payments with a memo that says nothing. */
  idleNote: number;

  /** Charges that the books do not know. */
  paymentMissing: number;
  /** Share of the ledger that never went through the processor: cash, checks, transfers. */
  unprocessed: number;
  /** Payments recorded less the fee, with two digits swapped, or a little off. */
  netRecorded: number;
  transposed: number;
  smallDifference: number;
  /** Charges that are refunded later, in full or in part, and refunds that the books know. */
  refunded: number;
  refundedInFull: number;
  refundRecorded: number;
  /** Charges that are disputed later, and disputes that the books know. */
  disputed: number;
  disputeRecorded: number;
  /** Fee and adjustment lines per charge; no payment belongs to them. */
  feeLines: number;
}

export const NOISE: NoiseRates = {
  lineNameMissing: 0.04,
  lineEmail: 0.7,
  lineEmailWithoutName: 0.6,
  lineNameRespelled: 0.08,
  lineReferenceMissing: 0.06,
  lineFeeMissing: 0.08,
  lineNetMissing: 0.12,

  paymentNameMissing: 0.04,
  paymentEmail: 0.08,
  paymentEmailWithoutName: 0.4,
  paymentNameInNote: 0.25,
  paymentNameRespelled: 0.03,
  paymentReference: 0.22,
  referenceCutAt21: 0.6,
  referenceInNote: 0.3,
  idleNote: 0.1,

  paymentMissing: 0.035,
  unprocessed: 0.08,
  netRecorded: 0.05,
  transposed: 0.006,
  smallDifference: 0.003,
  refunded: 0.02,
  refundedInFull: 0.6,
  refundRecorded: 0.8,
  disputed: 0.002,
  disputeRecorded: 0.5,
  feeLines: 0.004,
};

/** The amount that the books state for a charge, minor units, and what kind of record that makes. */
export function wayToRecord(
  { gross, fee }: { gross: number; fee: number },
  rates: Pick<NoiseRates, "netRecorded" | "transposed" | "smallDifference">,
  random: Random,
): { kind: TruthKind; amount: number } {
  if (random.chance(rates.netRecorded)) return { kind: "net_recorded", amount: gross - fee };
  if (random.chance(rates.transposed)) {
    const amount = transpose(gross, random);
    if (amount !== gross) return { kind: "transposed", amount };
  }
  if (random.chance(rates.smallDifference)) {
    const most = Math.max(2, Math.round(gross * 0.01));
    const off = random.between(1, Math.min(most, 100)) * (random.chance(0.5) ? 1 : -1);
    return { kind: "small_difference", amount: gross + off };
  }
  return { kind: "one_to_one", amount: gross };
}

/** Swaps two neighboring digits that differ; the amount itself where none do. */
export function transpose(amount: number, random: Random): number {
  const digits = [...String(amount)];
  const places = digits.flatMap((digit, i) => {
    const next = digits[i + 1];
    return next === undefined || next === digit || (i === 0 && next === "0") ? [] : [i];
  });
  if (places.length === 0) return amount;
  const at = random.pick(places);
  const [left = "", right = ""] = [digits[at], digits[at + 1]];
  digits.splice(at, 2, right, left);
  return Number(digits.join(""));
}
