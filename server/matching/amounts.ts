import type { FeeModel } from "./fees";
import { type AmountLevel, type EqualAmount, SMALL_DIFFERENCE } from "./prior";
import type { Entry, Unit } from "./rows";

/** How the amounts of a line (or deposit) and a payment relate. */
export function amountLevel(unit: Unit, { amount }: Entry, fees: FeeModel): AmountLevel {
  if (amount === unit.gross) return "exact_gross";
  if (amount === unit.net) return "exact_net";
  if (Math.sign(amount) !== Math.sign(unit.gross)) return "different";
  if (amountsLessFee(unit, fees).includes(amount)) return "predicted_fee";
  if (isTransposed(amount, unit.gross)) return "transposed_digits";
  return isSmallDifference(unit.gross, amount) ? "small_difference" : "different";
}

/** Amounts that the payment of a unit may be booked with. */
export function bookableAmounts(unit: Unit, fees: FeeModel): number[] {
  if (unit.net !== unit.gross) return [unit.gross, unit.net];
  return [unit.gross, ...amountsLessFee(unit, fees)];
}

/** Amounts of the ledger that equal this unit once the usual fee is taken off. */
export function amountsLessFee(unit: Unit, fees: FeeModel): number[] {
  const rate = unit.net === unit.gross ? fees.rateFor(unit) : null;
  if (!rate || unit.gross <= 0) return [];
  if (!unit.line) return fees.grossOf(unit.gross, rate);
  const net = fees.net(unit.gross, 1, rate);
  return [net - 1, net, net + 1];
}

export function isEqualAmount(level: AmountLevel): level is EqualAmount {
  return level === "exact_gross" || level === "exact_net" || level === "predicted_fee";
}

/** A wire fee, a rounding, a slip. */
export function isSmallDifference(a: number, b: number): boolean {
  const { least, most, fee, share } = SMALL_DIFFERENCE;
  const size = Math.abs(a);
  return Math.abs(a - b) <= Math.max(least, Math.min(size * most, fee + size * share));
}

/** Two neighbouring digits swapped, everything else equal: 54.30 and 45.30. */
export function isTransposed(a: number, b: number): boolean {
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
