import type { CandidatePairs } from "../compare/candidate-pairs";

/** Bound on items × pairs; larger components of equals are left to the user. */
const MAX_WORK = 300_000;

/** A connected component that dominance reduction left open: indices of its items and pairs. */
export interface OpenComponent {
  items: number[];
  /** Pairs with a positive score. */
  pairs: number[];
}

/**
 * Maximum-weight assignment of one component by successive best augmenting paths (as in Jonker and
 * Volgenant's LAPJV, on sparse pairs). O(items² · pairs) at worst.
 * @returns indices of the chosen pairs; null if the component is too large
 */
export function solveComponent(pairs: CandidatePairs, component: OpenComponent): number[] | null {
  if (component.items.length * component.pairs.length > MAX_WORK) return null;
  return new AugmentingAssignment(pairs, component).chosen();
}

/** An assignment that grows item by item and is optimal after each. */
class AugmentingAssignment {
  private readonly pairOfItem = new Map<number, number>();
  private readonly pairOfRow = new Map<number, number>();
  private readonly candidatesOfItem = new Map<number, number[]>();

  constructor(
    private readonly pairs: CandidatePairs,
    component: OpenComponent,
  ) {
    for (const pair of component.pairs) {
      const item = pairs.itemOf(pair);
      const list = this.candidatesOfItem.get(item);
      if (list) list.push(pair);
      else this.candidatesOfItem.set(item, [pair]);
    }
    for (const item of component.items) this.insert(item);
  }

  /** @returns indices of the chosen pairs */
  chosen(): number[] {
    return [...this.pairOfItem.values()];
  }

  /**
   * Finds the best alternating path from the new item to a free row, or to an item that gives up
   * its row.
   */
  private insert(start: number): void {
    const { pairs } = this;
    const gain = new Map<number, number>([[start, 0]]);
    const via = new Map<number, number>();
    const queue = [start];
    let best = 0;
    let end: { item: number; pair: number | null } | null = null;
    for (let at = 0; at < queue.length; at++) {
      const item = queue[at] ?? start;
      const sofar = gain.get(item) ?? 0;
      if (item !== start && sofar > best) [best, end] = [sofar, { item, pair: null }];
      for (const pair of this.candidatesOfItem.get(item) ?? []) {
        if (this.pairOfItem.get(item) === pair) continue;
        const reached = sofar + pairs.scoreOf(pair);
        const taken = this.pairOfRow.get(pairs.rowOf(pair));
        if (taken === undefined) {
          if (reached > best) [best, end] = [reached, { item, pair }];
          continue;
        }
        const other = pairs.itemOf(taken);
        const next = reached - pairs.scoreOf(taken);
        if (next <= (gain.get(other) ?? Number.NEGATIVE_INFINITY)) continue;
        gain.set(other, next);
        via.set(other, pair);
        queue.push(other);
      }
    }
    if (!end) return;
    this.shift(start, end.item, end.pair, via);
  }

  /** Reassigns along the path, from its end back to its start. */
  private shift(start: number, end: number, pair: number | null, via: Map<number, number>): void {
    let item = end;
    let next = pair;
    for (;;) {
      if (next === null) this.pairOfItem.delete(item);
      else {
        this.pairOfItem.set(item, next);
        this.pairOfRow.set(this.pairs.rowOf(next), next);
      }
      if (item === start) return;
      next = via.get(item) ?? null;
      if (next === null) return;
      item = this.pairs.itemOf(next);
    }
  }
}
