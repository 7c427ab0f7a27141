import { Scratch } from "../collections/scratch";
import { CandidatePairs, stepsToBits } from "../compare/candidate-pairs";

/**
 * A connected component: indices of the items, rows and pairs that compete, directly or indirectly.
 */
export interface Component {
  items: number[];
  rows: number[];
  pairs: number[];
}

/** Weaker pairs, in bits, join no component: they hardly change the probability of others. */
const MIN_STRONG_WEIGHT = -8;
/**
 * Pairs so much weaker, in bits, than the best pair of one of their records only win if that is
 * lost.
 */
const MAX_WEIGHT_DEFICIT = -12;

/** Connected components of the graph of strong pairs, of one set of pairs after another. */
export class ConnectedComponents {
  private pairs = new CandidatePairs(0);
  private strong: Uint8Array = new Uint8Array();
  /** Number of strong pairs of each record. */
  private degreeOfItem: Int32Array = new Int32Array();
  private degreeOfRow: Int32Array = new Int32Array();
  private readonly scratch = {
    strong: Scratch.bytes(),
    degrees: { items: Scratch.integers(), rows: Scratch.integers() },
    best: { items: Scratch.integers(), rows: Scratch.integers() },
    seen: { items: Scratch.bytes(), rows: Scratch.bytes() },
  };

  /**
   * O(pairs).
   * @param pairs scored and indexed
   * @param items number of items
   * @param rows number of rows
   */
  find(pairs: CandidatePairs, items: number, rows: number): void {
    const { strong, degrees, best: bests } = this.scratch;
    this.pairs = pairs;
    this.strong = strong.zeros(pairs.size);
    this.degreeOfItem = degrees.items.zeros(items);
    this.degreeOfRow = degrees.rows.zeros(rows);
    const bestOfItem = bests.items.zeros(items);
    const bestOfRow = bests.rows.zeros(rows);
    for (let pair = 0; pair < pairs.size; pair++) {
      const [item, row, score] = [pairs.itemOf(pair), pairs.rowOf(pair), pairs.scoreOf(pair)];
      if (score > (bestOfItem[item] ?? 0)) bestOfItem[item] = score;
      if (score > (bestOfRow[row] ?? 0)) bestOfRow[row] = score;
    }
    for (let pair = 0; pair < pairs.size; pair++) {
      const [item, row, score] = [pairs.itemOf(pair), pairs.rowOf(pair), pairs.scoreOf(pair)];
      const best = Math.max(bestOfItem[item] ?? 0, bestOfRow[row] ?? 0);
      if (stepsToBits(score) <= MIN_STRONG_WEIGHT || stepsToBits(score - best) < MAX_WEIGHT_DEFICIT)
        continue;
      this.strong[pair] = 1;
      this.degreeOfItem[item] = (this.degreeOfItem[item] ?? 0) + 1;
      this.degreeOfRow[row] = (this.degreeOfRow[row] ?? 0) + 1;
    }
  }

  /** False for a pair that only gets what stronger pairs leave of its records. */
  isStrong(pair: number): boolean {
    return this.strong[pair] === 1;
  }

  /** True for a strong pair that is a component of its own. */
  isUncontested(pair: number): boolean {
    const { pairs, degreeOfItem, degreeOfRow } = this;
    return degreeOfItem[pairs.itemOf(pair)] === 1 && degreeOfRow[pairs.rowOf(pair)] === 1;
  }

  /**
   * @returns the components of two and more strong pairs, ordered by their first item; O(pairs) in
   * total
   */
  *contested(): Generator<Component> {
    const { seen } = this.scratch;
    const seenItems = seen.items.zeros(this.degreeOfItem.length);
    const seenRows = seen.rows.zeros(this.degreeOfRow.length);
    for (let start = 0; start < seenItems.length; start++) {
      if (seenItems[start] === 1 || this.degreeOfItem[start] === 0 || this.isAlone(start)) continue;
      const component = this.componentFrom(start, seenItems, seenRows);
      if (component.pairs.length > 1) yield component;
    }
  }

  /** Whether the item's only strong pair is a component of its own, as most are. */
  private isAlone(item: number): boolean {
    const { pairs } = this;
    if (this.degreeOfItem[item] !== 1) return false;
    for (let at = pairs.itemBegin(item); at < pairs.itemEnd(item); at++) {
      const pair = pairs.itemPair(at);
      if (this.isStrong(pair)) return this.isUncontested(pair);
    }
    return false;
  }

  private componentFrom(start: number, seenItems: Uint8Array, seenRows: Uint8Array): Component {
    const { pairs } = this;
    const component: Component = { items: [start], rows: [], pairs: [] };
    seenItems[start] = 1;
    for (let i = 0; i < component.items.length; i++) {
      const item = component.items[i] ?? start;
      for (let at = pairs.itemBegin(item); at < pairs.itemEnd(item); at++) {
        const pair = pairs.itemPair(at);
        if (!this.isStrong(pair)) continue;
        component.pairs.push(pair);
        const row = pairs.rowOf(pair);
        if (seenRows[row] === 1) continue;
        seenRows[row] = 1;
        component.rows.push(row);
        for (let there = pairs.rowBegin(row); there < pairs.rowEnd(row); there++) {
          const other = pairs.rowPair(there);
          const next = pairs.itemOf(other);
          if (seenItems[next] === 1 || !this.isStrong(other)) continue;
          seenItems[next] = 1;
          component.items.push(next);
        }
      }
    }
    return component;
  }
}
