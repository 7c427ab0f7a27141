import type { z } from "zod";
import type { currencySum } from "@/lib/contracts/common";
import { toWireDecimal } from "@/lib/money";

/** What some deposits of one currency amount to, as the driver returns it: minor units in text. */
export interface SumRow {
  currency: string;
  deposits: number;
  amount: string;
}

/** Sums by currency, the one with the most deposits first; currencies without deposits are left out. */
export function currencySums(rows: readonly SumRow[]): z.infer<typeof currencySum>[] {
  const byCurrency = new Map<string, { deposits: number; amount: number }>();
  for (const { currency, deposits, amount } of rows) {
    const sum = byCurrency.get(currency) ?? { deposits: 0, amount: 0 };
    byCurrency.set(currency, {
      deposits: sum.deposits + deposits,
      amount: sum.amount + Number(amount),
    });
  }
  return [...byCurrency]
    .filter(([, { deposits }]) => deposits > 0)
    .sort(([a, of], [b, other]) => other.deposits - of.deposits || a.localeCompare(b))
    .map(([currency, { amount }]) => ({ currency, amount: toWireDecimal(amount, currency) }));
}
