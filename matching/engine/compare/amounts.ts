import { type AmountLevel, type EqualAmount, SMALL_DIFFERENCE } from "../parameters";
import type { LedgerRow, PayoutItem } from "../records/records";
import type { FeeModel } from "./fee-model";

/** @returns the comparison level of an item's and a row's amounts, best level first */
export function amountLevel(item: PayoutItem, row: LedgerRow, fees: FeeModel): AmountLevel {
  const { amount, invoice } = row;
  if (amount === item.gross) return "exact_gross";
  if (amount === item.net) return "exact_net";
  if (Math.sign(amount) !== Math.sign(item.gross)) return "different";
  if (amountsLessFee(item, fees).includes(amount)) return "predicted_fee";
  if (isTransposed(amount, item.gross)) return "transposed_digits";
  if (isSmallDifference(item.gross, amount)) return "small_difference";
  if (invoice?.amount === item.gross) return "invoice_total";
  return invoice && isPartOf(item.gross, amount) ? "part_of_invoice" : "different";
}

/** Tests for a payment smaller than the balance. Minor units. */
export function isPartOf(paid: number, balance: number): boolean {
  return paid > 0 && paid < balance;
}

/**
 * Blocking keys of an item: the amounts with which its payment may be recorded (gross, net, less
 * the expected fee).
 * @returns signed minor units; neighbors of a rounded amount are included
 */
export function bookableAmounts(item: PayoutItem, fees: FeeModel): number[] {
  if (item.net !== item.gross) return [item.gross, item.net];
  return [item.gross, ...amountsLessFee(item, fees)];
}

/**
 * Amounts of the ledger that equal this item once the expected fee is subtracted; empty where the
 * net is stated or no fee is expected.
 * @returns signed minor units, three neighbors because of rounding
 */
function amountsLessFee(item: PayoutItem, fees: FeeModel): number[] {
  const rate = item.net === item.gross ? fees.rateFor(item) : null;
  if (!rate || item.gross <= 0) return [];
  if (!item.line) return fees.grossOf(item.gross, rate);
  const net = fees.net(item.gross, 1, rate);
  return [net - 1, net, net + 1];
}

/** Tests for the levels at which the amounts agree to the minor unit. */
export function isEqualAmount(level: AmountLevel): level is EqualAmount {
  return level === "exact_gross" || level === "exact_net" || level === "predicted_fee";
}

/**
 * Tests for a difference the size of a wire fee or a rounding, see {@link SMALL_DIFFERENCE}. Minor
 * units.
 */
function isSmallDifference(a: number, b: number): boolean {
  const { least, most, fee, share } = SMALL_DIFFERENCE;
  const size = Math.abs(a);
  return Math.abs(a - b) <= Math.max(least, Math.min(size * most, fee + size * share));
}

/**
 * Tests for two swapped neighboring digits with everything else equal: 54.30 and 45.30. Minor
 * units.
 */
function isTransposed(a: number, b: number): boolean {
  const difference = Math.abs(a - b);
  if (difference === 0 || difference % 9 !== 0 || Math.sign(a) !== Math.sign(b)) return false;
  const left = String(Math.abs(a));
  const right = String(Math.abs(b));
  if (left.length !== right.length) return false;
  let off = 0;
  while (left[off] === right[off]) off++;
  return (
    left[off] === right[off + 1] &&
    left[off + 1] === right[off] &&
    left.slice(off + 2) === right.slice(off + 2)
  );
}

/** Tests for a small difference or swapped digits, at amounts of one sign. Minor units. */
export function isNearAmount(a: number, b: number): boolean {
  return Math.sign(a) === Math.sign(b) && (isSmallDifference(a, b) || isTransposed(a, b));
}
