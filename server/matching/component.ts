import type { Pairs } from "./pairs";

/** Work that is still done exactly; beyond it a knot of equals is left to people. */
const MOST_WORK = 300_000;

export interface Component {
  units: number[];
  /** Pairs of positive score among the open rows of the component. */
  pairs: number[];
}

/** The best pairing of one knot of competing pairs. Null when it is too large. */
export function solveComponent(pairs: Pairs, component: Component): number[] | null {
  if (component.units.length * component.pairs.length > MOST_WORK) return null;
  return new Matching(pairs, component).chosen();
}

/** A matching that grows unit by unit and is optimal after each. */
class Matching {
  private readonly ofUnit = new Map<number, number>();
  private readonly ofEntry = new Map<number, number>();
  private readonly byUnit = new Map<number, number[]>();

  constructor(
    private readonly pairs: Pairs,
    component: Component,
  ) {
    for (const pair of component.pairs) {
      const unit = pairs.unitOf(pair);
      const list = this.byUnit.get(unit);
      if (list) list.push(pair);
      else this.byUnit.set(unit, [pair]);
    }
    for (const unit of component.units) this.insert(unit);
  }

  chosen(): number[] {
    return [...this.ofUnit.values()];
  }

  /** Finds the best alternating path from the new unit to a free entry or to someone giving way. */
  private insert(start: number): void {
    const { pairs } = this;
    const gain = new Map<number, number>([[start, 0]]);
    const via = new Map<number, number>();
    const queue = [start];
    let best = 0;
    let end: { unit: number; pair: number | null } | null = null;
    for (let at = 0; at < queue.length; at++) {
      const unit = queue[at] ?? start;
      const sofar = gain.get(unit) ?? 0;
      if (unit !== start && sofar > best) [best, end] = [sofar, { unit, pair: null }];
      for (const pair of this.byUnit.get(unit) ?? []) {
        if (this.ofUnit.get(unit) === pair) continue;
        const reached = sofar + pairs.scoreOf(pair);
        const taken = this.ofEntry.get(pairs.entryOf(pair));
        if (taken === undefined) {
          if (reached > best) [best, end] = [reached, { unit, pair }];
          continue;
        }
        const other = pairs.unitOf(taken);
        const next = reached - pairs.scoreOf(taken);
        if (next <= (gain.get(other) ?? Number.NEGATIVE_INFINITY)) continue;
        gain.set(other, next);
        via.set(other, pair);
        queue.push(other);
      }
    }
    if (!end) return;
    this.shift(start, end.unit, end.pair, via);
  }

  /** Moves everyone on the path one step on, from its end back to its start. */
  private shift(start: number, end: number, pair: number | null, via: Map<number, number>): void {
    let unit = end;
    let next = pair;
    for (;;) {
      if (next === null) this.ofUnit.delete(unit);
      else {
        this.ofUnit.set(unit, next);
        this.ofEntry.set(this.pairs.entryOf(next), next);
      }
      if (unit === start) return;
      next = via.get(unit) ?? null;
      if (next === null) return;
      unit = this.pairs.unitOf(next);
    }
  }
}
