import type { Books } from "./books";
import type { Random } from "./random";

/** What the processor keeps: a share of the amount and a fixed part in minor units. */
const SCHEDULE: Readonly<Record<string, { rate: number; fixed: number }>> = {
  USD: { rate: 0.029, fixed: 30 },
  EUR: { rate: 0.015, fixed: 25 },
  GBP: { rate: 0.015, fixed: 20 },
  JPY: { rate: 0.036, fixed: 0 },
};

/** Fee of one charge, minor units. */
export function feeOf(amount: number, currency: string): number {
  const { rate, fixed } = SCHEDULE[currency] ?? { rate: 0.029, fixed: 30 };
  return Math.round(amount * rate) + fixed;
}

const DESCRIPTIONS = [
  "Billing - usage fee",
  "Radar for fraud teams",
  "Card account updater",
] as const;

/** A line for what the processor charges beside its share; no payment belongs to it. */
export function addFeeLine(books: Books, currency: string, day: number, random: Random): void {
  const amount = -random.between(120, 3500);
  const description = random.pick(DESCRIPTIONS);
  books.addLine(currency, day, { id: "", type: "fee", date: "", amount, description });
}

/** Cents of a dollar price as the same price elsewhere: yen have no minor digits, one dollar ≈ 100. */
export function priceIn(currency: string, cents: number): number {
  return currency === "JPY" ? Math.round(cents / 10) * 10 : cents;
}
