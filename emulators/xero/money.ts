import { MoneyError, minorDigits, parseDecimal, toDecimal } from "@/lib/money";
import { invalid } from "./refusals";
import type { AmountTypes, Books } from "./state";

/** Decimals of quantities, unit amounts and tax rates. */
const PLACES = 4;

/** Wire amount, a number or a string, → minor units. @throws XeroRefusal for what is no amount of that currency. */
export function minor(amount: number | string, currency: string): number {
  try {
    return parseDecimal(amount, currency);
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error;
    throw invalid(error.message);
  }
}

/** Minor units → the wire's decimal: a number, or a string where these books send strings. */
export function wireAmount({ behaviour }: Books, amount: number, currency: string) {
  const text = toDecimal(amount, currency);
  return behaviour.decimals === "strings" ? text : Number(text);
}

/** A quantity or rate for the wire. */
export function wireDecimal({ behaviour }: Books, value: number) {
  return behaviour.decimals === "strings" ? value.toFixed(PLACES) : value;
}

/** Quantity times unit amount in minor units, rounded half away from zero. */
export function lineTotal(quantity: number, unitAmount: number, currency: string): number {
  const product = scaled(quantity) * scaled(unitAmount);
  return divided(product * 10n ** BigInt(minorDigits(currency)), 10n ** BigInt(2 * PLACES));
}

/** A unit amount as Xero keeps it: two decimals unless the caller asked for four. */
export function roundedUnit(unitAmount: number, places: 2 | 4): number {
  return divided(scaled(unitAmount), 10n ** BigInt(PLACES - places)) / 10 ** places;
}

/** The tax of one line, in or on top of its amount, rounded half away from zero. @param rate percent */
export function taxOf(amount: number, rate: number, types: AmountTypes): number {
  if (types === "NoTax") return 0;
  const hundred = scaled(100);
  const base = types === "Inclusive" ? hundred + scaled(rate) : hundred;
  return divided(BigInt(amount) * scaled(rate), base);
}

/** An amount of a document in the books' currency, at so many units of the document's for one of the books'. */
export function atRate(amount: number, rate: number): number {
  return divided(BigInt(amount) * 1_000_000n, BigInt(Math.round(rate * 1_000_000)));
}

function scaled(value: number): bigint {
  return BigInt(Math.round(value * 10 ** PLACES));
}

function divided(dividend: bigint, divisor: bigint): number {
  const positive = dividend < 0n ? -dividend : dividend;
  const rounded = (2n * positive + divisor) / (2n * divisor);
  return Number(dividend < 0n ? -rounded : rounded);
}
