import { blockingKeys } from "../blocking/keys";
import { PostingLists } from "../collections/posting-lists";
import type { Comparison } from "../compare/candidate-pairs";
import { isContradiction } from "../compare/learned-rates";
import { AGREEMENTS } from "../compare/score";
import { NAMED_WEIGHT, WINDOW } from "../parameters";
import type { LedgerRow, PayoutItem } from "../records/records";
import type { OpenRecords } from "./set-proposal";

/** An open line and an open payment of one customer, or with one number. */
export interface RelatedPair {
  item: PayoutItem;
  row: LedgerRow;
  comparison: Comparison;
  /** Whether the customers agree, and not only a number. */
  isOfCustomer: boolean;
  /** A user said that it is not the line's: it may only speak against others. */
  isDismissed: boolean;
}

export type Open = Pick<OpenRecords, "records" | "items" | "rows" | "scorer" | "pastDecisions">;

/** A word of more open payments than this names nobody. */
const MAX_PER_WORD = 64;
/** Payments that are compared with one line, the nearest in time. */
const MAX_COMPARED = 12;
/** A number of more open records than this is about something that they share. */
const MAX_PER_NUMBER = 24;
/** Days around a payment in which the parts of it that carry its number are paid. */
const NUMBER_DAYS = 200;

/**
 * Open lines with the open payments of another amount that are their customer's or carry their number, and that
 * nothing contradicts. O(n log n) for n keys of the open payments.
 * @param mayBe whether the amounts and days are worth comparing
 */
export function relatedPairs(
  open: Open,
  mayBe: (item: PayoutItem, row: LedgerRow) => boolean,
): RelatedPair[] {
  const { items, rows, records } = open;
  const byWord = new PostingLists(rows.length, (at) => {
    const row = rows[at];
    return row ? blockingKeys(row, records.strings) : [];
  });
  const byNumber = numbersOf(rows);
  const linesWith = countNumbers(items);
  const pairs: RelatedPair[] = [];
  for (const item of items) {
    const found = new Set<LedgerRow>();
    for (const reference of item.references) {
      if ((linesWith.get(reference) ?? 0) > MAX_PER_NUMBER) continue;
      for (const row of byNumber.get(reference) ?? []) {
        if (Math.abs(row.day - item.day) <= NUMBER_DAYS && isLike(item, row)) found.add(row);
      }
    }
    const near: LedgerRow[] = [];
    for (const key of blockingKeys(item, records.strings)) {
      const from = byWord.place(key);
      const to = byWord.endOf(key, from);
      if (to - from > MAX_PER_WORD) continue;
      for (let place = from; place < to; place++) {
        const row = rows[byWord.at(place)];
        if (row && isNear(item, row) && isLike(item, row) && mayBe(item, row)) near.push(row);
      }
    }
    const distance = ({ day }: LedgerRow) => Math.abs(day - item.day);
    near.sort((a, b) => distance(a) - distance(b) || a.index - b.index);
    for (const row of new Set(near.slice(0, MAX_COMPARED))) found.add(row);
    for (const row of found) {
      const pair = related(open, item, row);
      if (pair) pairs.push(pair);
    }
  }
  return pairs;
}

function related({ scorer, pastDecisions }: Open, item: PayoutItem, row: LedgerRow) {
  const comparison = scorer.compare(item, row);
  const { name, nameMatchWeight, referenceMatchWeight, details, period } = comparison;
  const isContradicted =
    referenceMatchWeight < 0 || isContradiction(details) || period === "other_period";
  if (isContradicted) return null;
  const isOfCustomer = AGREEMENTS.has(name) && nameMatchWeight >= NAMED_WEIGHT;
  // A number that both carry outweighs another payer, as long as it is rare enough.
  const isNumbered = referenceMatchWeight > 0 && referenceMatchWeight + nameMatchWeight > 0;
  if (!isOfCustomer && !isNumbered) return null;
  const isDismissed = pastDecisions.isDismissed(item, row);
  return { item, row, comparison, isOfCustomer, isDismissed };
}

function isLike(item: PayoutItem, row: LedgerRow): boolean {
  return row.currency === item.currency && Math.sign(row.amount) === Math.sign(item.gross);
}

function isNear(item: PayoutItem, row: LedgerRow): boolean {
  const lag = row.day - item.day;
  return lag >= -WINDOW.before && lag <= WINDOW.after;
}

/** Payments by number; one that several open payments carry does not tell them apart. */
function numbersOf(rows: readonly LedgerRow[]): Map<number, LedgerRow[]> {
  const found = new Map<number, LedgerRow[]>();
  for (const row of rows) {
    for (const reference of row.references) {
      const known = found.get(reference);
      if (known) known.push(row);
      else found.set(reference, [row]);
    }
  }
  for (const [reference, carrying] of found) if (carrying.length > 1) found.delete(reference);
  return found;
}

function countNumbers(items: readonly PayoutItem[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { references } of items) {
    for (const reference of references) counts.set(reference, (counts.get(reference) ?? 0) + 1);
  }
  return counts;
}
