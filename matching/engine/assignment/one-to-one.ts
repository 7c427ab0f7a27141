import type { CandidatePairs } from "../compare/candidate-pairs";
import { type OpenComponent, solveComponent } from "./component-assignment";

/** Each pass fixes what the previous one made dominant; longer chains go to the solver. */
const MAX_PASSES = 30;

/**
 * Maximum-weight one-to-one assignment in which "no match" (score 0) is an alternative for every
 * record. Dominant pairs are fixed first, which is exact and leaves small components to be solved
 * one by one. Components that are too large take the pairs of a probability above 0.5, of which no
 * two share a record.
 * @param pairs scored and indexed
 * @param probabilities marginal probability by pair
 * @param items number of items
 * @param rows number of rows
 * @returns indices of the chosen pairs, in the order of their items
 */
export function assignOneToOne(
  pairs: CandidatePairs,
  probabilities: Float64Array,
  items: number,
  rows: number,
): Int32Array {
  const reduction = new DominanceReduction(pairs, items, rows);
  reduction.run();
  const { pairOfItem, pairOfRow } = reduction;
  for (const component of openComponents(pairs, pairOfItem, pairOfRow)) {
    const chosen =
      solveComponent(pairs, component) ??
      component.pairs.filter((pair) => (probabilities[pair] ?? 0) > 0.5);
    for (const pair of chosen) {
      pairOfItem[pairs.itemOf(pair)] = pair;
      pairOfRow[pairs.rowOf(pair)] = pair;
    }
  }
  return pairOfItem.filter((pair) => pair !== -1);
}

/**
 * Fixes pairs whose score is at least the sum of the next best ones on both sides: replacing what
 * an optimal solution does with both records by this pair makes it no worse. O(pairs) per pass.
 */
class DominanceReduction {
  /** Chosen pair of each item, and of each row; −1 for none. */
  readonly pairOfItem: Int32Array;
  readonly pairOfRow: Int32Array;

  constructor(
    private readonly pairs: CandidatePairs,
    items: number,
    rows: number,
  ) {
    this.pairOfItem = new Int32Array(items).fill(-1);
    this.pairOfRow = new Int32Array(rows).fill(-1);
  }

  /** Reduces until a pass fixes nothing. */
  run(): void {
    let open: number[] = [];
    for (let item = 0; item < this.pairOfItem.length; item++) {
      if (this.pairs.itemBegin(item) < this.pairs.itemEnd(item)) open.push(item);
    }
    for (let pass = 0; pass < MAX_PASSES; pass++) {
      const remaining = open.filter((item) => !this.reduce(item));
      if (remaining.length === open.length) return;
      open = remaining;
    }
  }

  /** @returns true if the item needs no further pass: it is fixed, or it has no open pair */
  private reduce(item: number): boolean {
    const { pairs } = this;
    let best = -1;
    let second = 0;
    for (let at = pairs.itemBegin(item); at < pairs.itemEnd(item); at++) {
      const pair = pairs.itemPair(at);
      if (this.pairOfRow[pairs.rowOf(pair)] !== -1) continue;
      const score = pairs.scoreOf(pair);
      if (score <= 0) continue;
      if (best === -1 || score > pairs.scoreOf(best)) {
        if (best !== -1) second = Math.max(second, pairs.scoreOf(best));
        best = pair;
      } else second = Math.max(second, score);
    }
    if (best === -1) return true;
    const row = pairs.rowOf(best);
    let rival = 0;
    for (let at = pairs.rowBegin(row); at < pairs.rowEnd(row); at++) {
      const pair = pairs.rowPair(at);
      if (pair === best || this.pairOfItem[pairs.itemOf(pair)] !== -1) continue;
      rival = Math.max(rival, pairs.scoreOf(pair));
    }
    if (pairs.scoreOf(best) < second + rival) return false;
    this.pairOfItem[item] = best;
    this.pairOfRow[row] = best;
    return true;
  }
}

/** Connected components of the pairs that the reduction left open, ordered by their first item. */
function* openComponents(
  pairs: CandidatePairs,
  pairOfItem: Int32Array,
  pairOfRow: Int32Array,
): Generator<OpenComponent> {
  const seen = new Uint8Array(pairOfItem.length);
  for (let start = 0; start < pairOfItem.length; start++) {
    if (seen[start] === 1 || pairOfItem[start] !== -1) continue;
    if (pairs.itemBegin(start) === pairs.itemEnd(start)) continue;
    const component: OpenComponent = { items: [], pairs: [] };
    const seenRows = new Set<number>();
    const stack = [start];
    seen[start] = 1;
    for (let item = stack.pop(); item !== undefined; item = stack.pop()) {
      component.items.push(item);
      for (let at = pairs.itemBegin(item); at < pairs.itemEnd(item); at++) {
        const pair = pairs.itemPair(at);
        const row = pairs.rowOf(pair);
        if (pairOfRow[row] !== -1 || pairs.scoreOf(pair) <= 0) continue;
        component.pairs.push(pair);
        if (seenRows.has(row)) continue;
        seenRows.add(row);
        for (let at = pairs.rowBegin(row); at < pairs.rowEnd(row); at++) {
          const other = pairs.rowPair(at);
          const next = pairs.itemOf(other);
          if (seen[next] === 1 || pairOfItem[next] !== -1 || pairs.scoreOf(other) <= 0) continue;
          seen[next] = 1;
          stack.push(next);
        }
      }
    }
    if (component.pairs.length === 0) continue;
    component.items.sort((a, b) => a - b);
    yield component;
  }
}
