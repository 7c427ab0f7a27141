import { column } from "../collections/column";
import { EquivalenceClasses } from "../collections/equivalence-classes";
import { comparable } from "../comparable";
import { exp2 } from "../exp2";
import { propagate } from "../inference/belief-propagation";
import { booksClassOf } from "../records/interchangeable";
import type { LedgerRow, PayoutItem } from "../records/records";
import type { StringTable } from "../text/string-table";
import type { SetProposal } from "./set-proposal";

/** Odds and certainty have an end, in bits and as a share. */
const MAX_WEIGHT = 60;
const MAX_PROBABILITY = 1 - 2 ** -30;

/**
 * Sales of several records are decided together, as single lines are: each set is as probable as that the books are
 * right with it. Which of a customer's equal payments it has changes nothing there.
 * @param sets each of the lines and the payments of one sale
 * @returns at most one for each group of lines and each group of payments
 */
export function assignSales(sets: readonly SetProposal[], strings: StringTable): SetProposal[] {
  const [lines, payments] = [new EquivalenceClasses(), new EquivalenceClasses()];
  const leftOf = column(sets, ({ items }) => lines.of(keyOf(items)));
  const rightOf = column(sets, ({ rows }) => payments.of(keyOf(rows)));
  const odds = Float64Array.from(sets, ({ weight }) => exp2(Math.min(MAX_WEIGHT, weight)));
  const probabilities = propagate({
    left: lines.size,
    right: payments.size,
    leftOf,
    rightOf,
    odds,
  });
  const inBooks = new Map<string, { sum: number; count: number }>();
  const classOf = (at: number) => {
    const classes = sets[at]?.rows.map((row) => booksClassOf(row, strings)) ?? [];
    return `${leftOf[at]} ${classes.sort().join()}`;
  };
  for (const [at, probability] of probabilities.entries()) {
    const known = inBooks.get(classOf(at)) ?? { sum: 0, count: 0 };
    inBooks.set(classOf(at), { sum: known.sum + probability, count: known.count + 1 });
  }
  const best = [...sets.keys()].sort(
    (a, b) => comparable(probabilities[b] ?? 0) - comparable(probabilities[a] ?? 0) || a - b,
  );
  const taken = new Set<PayoutItem | LedgerRow>();
  return best.flatMap((at) => {
    const set = sets[at];
    if (!set || [...set.items, ...set.rows].some((record) => taken.has(record))) return [];
    for (const record of [...set.items, ...set.rows]) taken.add(record);
    const { sum, count } = inBooks.get(classOf(at)) ?? { sum: 0, count: 0 };
    const probability = Math.min(MAX_PROBABILITY, sum);
    const weight = Math.log2(probability / (1 - probability));
    return { ...set, weight, probability, isSameBooks: count > 1 };
  });
}

/** @returns equal keys for equal records in the same order */
export function keyOf(records: readonly { index: number }[]): string {
  return records.map(({ index }) => index).join();
}
