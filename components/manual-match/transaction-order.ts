import type { Fit } from "@/components/manual-match/likely-payments";
import type { TransactionView } from "@/components/manual-match/transactions";

export const ORDERS = {
  newest: "Newest first",
  oldest: "Oldest first",
  largest: "Largest first",
  smallest: "Smallest first",
  name: "By name",
} as const;

export type Order = keyof typeof ORDERS;

const COMPARE: Record<Order, (a: TransactionView, b: TransactionView) => number> = {
  newest: (a, b) => compareText(b.date, a.date),
  oldest: (a, b) => compareText(a.date, b.date),
  largest: (a, b) => b.amount - a.amount,
  smallest: (a, b) => a.amount - b.amount,
  name: (a, b) => compareNames(nameOf(a), nameOf(b)) || compareText(b.date, a.date),
};

let names: Intl.Collator | undefined;

/** Made when names are first compared: that takes milliseconds. */
function compareNames(one: string, other: string): number {
  names ??= new Intl.Collator("en", { sensitivity: "base", numeric: true });
  return names.compare(one, other);
}

export function nameOf({ source, customerName, description }: TransactionView): string {
  return source === "quickbooks" ? customerName || "No customer" : description;
}

/** A copy in the chosen order, with likely matches of the selected deposits on top, best first. */
export function ordered(
  items: readonly TransactionView[],
  order: Order,
  fits: ReadonlyMap<string, Fit>,
): TransactionView[] {
  const compare = COMPARE[order];
  const scoreOf = ({ id }: TransactionView) => fits.get(id)?.score ?? 0;
  return [...items].sort((a, b) => scoreOf(b) - scoreOf(a) || compare(a, b));
}

// Dates as YYYY-MM-DD: a collator would be slow over ten thousand of them.
function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
