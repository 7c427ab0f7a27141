import { append } from "../collections/append";
import type { LedgerRow, PayoutItem } from "../records/records";
import type { RelatedPair } from "./same-customer";
import { SubsetSums } from "./subset-sum";

/** A payment that is recorded once for several charges of more than one payout. */
export interface DividedPayment {
  row: LedgerRow;
  /** Ordered by day. */
  items: PayoutItem[];
  probability: number;
}

/** Of the lines that could be parts of one payment, the nearest in time. */
const MAX_PARTS = 16;
/** More parts than this add up to many amounts by chance. */
const MAX_CHOSEN = 4;
/** That the payment is that of the lines, by what tells it. */
const PROBABILITIES = { numbered: 0.97, someNumbered: 0.9, allOfCustomer: 0.9, chosen: 0.75 };

/**
 * Finds payments that lines of several payouts add up to: a deposit and the balance, instalments. The lines carry its
 * number or are of its customer. Where they carry its number, some may be older than the input.
 * @param pairs of open lines with larger open payments
 * @returns disjoint, in the order of the payments
 */
export function findDividedPayments(pairs: readonly RelatedPair[]): DividedPayment[] {
  const byRow = new Map<LedgerRow, RelatedPair[]>();
  for (const pair of pairs) {
    if (isPart(pair)) append(byRow, pair.row, pair);
  }
  const found = [...byRow]
    .map(([row, own]) => divide(row, own))
    .filter((each) => each !== null)
    .filter(({ items }) => new Set(items.map(({ deposit }) => deposit.id)).size > 1);
  return disjoint(found).sort((a, b) => a.row.index - b.row.index);
}

function isPart({ item, row, isDismissed }: RelatedPair): boolean {
  return item.line !== undefined && !isDismissed && Math.abs(item.gross) < Math.abs(row.amount);
}

function divide(row: LedgerRow, pairs: RelatedPair[]): DividedPayment | null {
  const numbered = pairs.filter(({ comparison }) => comparison.referenceMatchWeight > 0);
  const carrying = numbered.map(({ item }) => item);
  const all = sumOf(carrying);
  if (carrying.length > 1 && all === row.amount) {
    return { row, items: byDay(carrying), probability: PROBABILITIES.numbered };
  }
  const items = pairs.filter(({ isOfCustomer }) => isOfCustomer).map(({ item }) => item);
  const exact = adding(row, items, carrying);
  if (exact) return exact;
  const isShort = Math.abs(all) < Math.abs(row.amount);
  return carrying.length > 1 && isShort
    ? { row, items: byDay(carrying), probability: PROBABILITIES.someNumbered }
    : null;
}

/** All of the customer's lines, or the only few of them, that add up to the payment. */
function adding(row: LedgerRow, of: PayoutItem[], carrying: PayoutItem[]): DividedPayment | null {
  const distance = ({ day }: PayoutItem) => Math.abs(day - row.day);
  const items = of
    .toSorted((a, b) => distance(a) - distance(b) || a.index - b.index)
    .slice(0, MAX_PARTS);
  if (items.length > 1 && sumOf(items) === row.amount) {
    return { row, items: byDay(items), probability: PROBABILITIES.allOfCustomer };
  }
  const masks = new SubsetSums(items.map(({ gross }) => gross)).find(row.amount) ?? [];
  const chosen = masks
    .map((mask) => items.filter((_, at) => (mask >> at) & 1))
    .filter((some) => some.length > 1 && some.length <= MAX_CHOSEN)
    .filter((some) => carrying.every((item) => some.includes(item)));
  const [only, ...others] = chosen;
  if (!only || others.length > 0) return null;
  return { row, items: byDay(only), probability: PROBABILITIES.chosen };
}

/** A line that would be a part of two payments is left out of both, unless one of them is likelier. */
function disjoint(found: DividedPayment[]): DividedPayment[] {
  const best = new Map<PayoutItem, number>();
  const shared = new Set<PayoutItem>();
  for (const { items, probability } of found) {
    for (const item of items) {
      const known = best.get(item) ?? 0;
      if (known === probability) shared.add(item);
      if (probability > known) {
        best.set(item, probability);
        shared.delete(item);
      }
    }
  }
  return found.filter(({ items, probability }) =>
    items.every((item) => best.get(item) === probability && !shared.has(item)),
  );
}

function byDay(items: readonly PayoutItem[]): PayoutItem[] {
  return items.toSorted((a, b) => a.day - b.day || a.index - b.index);
}

function sumOf(items: readonly PayoutItem[]): number {
  return items.reduce((sum, { gross }) => sum + gross, 0);
}
