import { MoneyError, parseDecimal, toDecimal } from "@/lib/money";
import { business } from "./faults";
import type { Entity, QuickBooksState } from "./state";

/** An object's currency; the company's currency by default. */
export function currencyOf(entity: Pick<Entity, "CurrencyRef">, state: QuickBooksState): string {
  return entity.CurrencyRef?.value ?? state.homeCurrency;
}

/** Wire amount → minor units. @throws QuickBooksFault 6000 for more decimals than the currency has. */
export function minor(amount: number | undefined, currency: string): number {
  try {
    return parseDecimal(amount ?? 0, currency);
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error;
    throw business(error.message);
  }
}

/** Minor units → the decimal number of the wire. */
export function wireAmount(minorUnits: number, currency: string): number {
  return Number(toDecimal(minorUnits, currency));
}
