import type { LedgerRow, PayoutItem } from "../records/records";
import { isNear } from "./relations";
import { netOf, type OpenRecords, type SetFacts } from "./set-proposal";
import { SubsetSums, selectByMask, withoutInterchangeable } from "./subset-sum";
import type { UnnamedRecords } from "./unnamed-records";

const MAX_LINES = 6;
/** Payments that are combined with an unnamed record. */
const MAX_BESIDE_UNNAMED = 6;
const UNNAMED_WEIGHT = -3;

/** Items and rows with equal totals. */
export interface EqualTotals {
  items: PayoutItem[];
  rows: LedgerRow[];
  level: SetFacts["level"];
  /** Bits lost with an unnamed record, which is rare and one of many; 0 without one. */
  unnamedWeight: number;
}

/**
 * Finds which of a customer's items have the same total as which of the rows; one unnamed record
 * may be among them. Pairs are left out, and so are sets that contain a smaller one.
 * @param rows at most MAX_SUBSET_AMOUNTS
 */
export function findEqualTotals(
  open: OpenRecords,
  items: PayoutItem[],
  rows: LedgerRow[],
  unnamed: UnnamedRecords,
): EqualTotals[] {
  const targets = targetsOf(open, items);
  const sums = [...sumsOf(targets, rows), ...totalsWithUnnamed(open, targets, rows, unnamed)];
  return sums
    .filter((one) => one.items.length + one.rows.length > 2)
    .filter((one) => !sums.some((other) => isPartOf(other, one)));
}

interface Target {
  items: PayoutItem[];
  level: SetFacts["level"];
  total: number;
}

/** Totals with which a selection of items may be recorded: gross, and net where there is a fee. */
function targetsOf(open: OpenRecords, items: PayoutItem[]): Target[] {
  return choicesOf(items).flatMap((some) => {
    const gross = some.reduce((sum, item) => sum + item.gross, 0);
    const { net, isStated } = netOf(open, some);
    const targets: Target[] = [{ items: some, level: "sum_gross", total: gross }];
    if (net === gross) return targets;
    return [...targets, { items: some, level: isStated ? "sum_net" : "sum_less_fee", total: net }];
  });
}

/**
 * All selections of a few items, interchangeable ones once; of many items all together and each
 * alone.
 */
function choicesOf(items: PayoutItem[]): PayoutItem[][] {
  if (items.length > MAX_LINES) return [items, ...items.map((item) => [item])];
  const masks = Array.from({ length: 2 ** items.length - 1 }, (_, i) => i + 1);
  const kinds = items.map(({ interchangeClass }) => interchangeClass);
  return withoutInterchangeable(masks, kinds).map((mask) => selectByMask(mask, items));
}

/** Selections of items and rows with equal totals, pairs included. */
function sumsOf(targets: Target[], rows: LedgerRow[]): EqualTotals[] {
  const subsets = new SubsetSums(rows.map(({ amount }) => amount));
  const showsReference = targets.some(({ items }) => items.some((item) => item.references.length));
  const kinds = rows.map(({ interchangeClass, references }) =>
    showsReference ? `${interchangeClass} ${references.join()}` : interchangeClass,
  );
  return targets.flatMap(({ items, level, total }) =>
    withoutInterchangeable(subsets.find(total) ?? [], kinds).map((mask) => ({
      items,
      rows: selectByMask(mask, rows),
      level,
      unnamedWeight: 0,
    })),
  );
}

/** The same with one unnamed row or item, whose amount has to be the missing one. */
function* totalsWithUnnamed(
  open: OpenRecords,
  targets: Target[],
  near: LedgerRow[],
  unnamed: UnnamedRecords,
): Generator<EqualTotals> {
  const rows = near.slice(0, MAX_BESIDE_UNNAMED);
  const [first] = targets[0]?.items ?? [];
  if (!first) return;
  for (let mask = 0; mask < 2 ** rows.length; mask++) {
    const some = selectByMask(mask, rows);
    const paid = some.reduce((sum, { amount }) => sum + amount, 0);
    for (const { items, level, total } of targets) {
      if (items.length + some.length < 2) continue;
      const fitting = unnamed.rowsOf(first, total - paid);
      for (const row of fitting.records) {
        if (!items.every((item) => isNear(item, row))) continue;
        if (items.some((item) => open.scorer.reference(item, row).weight < 0)) continue;
        const unnamedWeight = UNNAMED_WEIGHT - Math.log2(fitting.outOf);
        yield { items, rows: [...some, row], level, unnamedWeight };
      }
      if (some.length === 0) continue;
      const lines = unnamed.itemsOf(first, level, paid - total);
      for (const item of lines.records) {
        const unnamedWeight = UNNAMED_WEIGHT - Math.log2(lines.outOf);
        if (!items.includes(item) && some.every((row) => isNear(item, row))) {
          yield { items: [...items, item], rows: some, level, unnamedWeight };
        }
      }
    }
  }
}

/** A set that contains a smaller set is two sets. */
function isPartOf(small: EqualTotals, large: EqualTotals): boolean {
  return (
    small.items.length + small.rows.length < large.items.length + large.rows.length &&
    small.items.every((item) => large.items.includes(item)) &&
    small.rows.every((row) => large.rows.includes(row))
  );
}
