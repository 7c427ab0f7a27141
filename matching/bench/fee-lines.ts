import type { Books } from "./books";
import type { Random } from "./random";

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
