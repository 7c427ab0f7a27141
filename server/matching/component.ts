import { bitsOf, type Edges } from "./edges";

/** Work that is still done exactly; beyond it a knot of equals is left to people. */
const MOST_WORK = 300_000;
const MOST_MARGIN_WORK = 1_000_000;

export interface Component {
  units: number[];
  /** Edges of positive score among the open rows of the component. */
  edges: number[];
}

interface Chosen {
  edge: number;
  /** Bits the best other solution of the component is worse; 0 where that was not computed. */
  margin: number;
}

/**
 * Solves one knot of competing pairs by successive best augmenting paths. Null when it is too large.
 * Twins may swap freely: a pair's margin is measured against solutions that pair neither it nor any
 * of its twins.
 */
export function solveComponent(
  edges: Edges,
  component: Component,
  twins: { units: Int32Array; entries: Int32Array },
): Chosen[] | null {
  const work = component.units.length * component.edges.length;
  if (work > MOST_WORK) return null;
  const matching = new Matching(edges, component, () => true);
  const best = matching.total;
  const chosen = matching.chosen();
  const marginKnown = work * chosen.length <= MOST_MARGIN_WORK;
  const classOf = (edge: number) =>
    `${twins.units[edges.unitOf(edge)]} ${twins.entries[edges.entryOf(edge)]}`;
  const classSizes = new Map<string, number>();
  for (const edge of chosen) {
    classSizes.set(classOf(edge), (classSizes.get(classOf(edge)) ?? 0) + 1);
  }
  const margins = new Map<string, number>();
  for (const [kind, size] of classSizes) {
    if (!marginKnown) margins.set(kind, 0);
    else {
      const without = new Matching(edges, component, (edge) => classOf(edge) !== kind).total;
      margins.set(kind, bitsOf(best - without) / size);
    }
  }
  return chosen.map((edge) => ({ edge, margin: margins.get(classOf(edge)) ?? 0 }));
}

/** A matching that grows unit by unit and is optimal after each. */
class Matching {
  total = 0;
  private readonly ofUnit = new Map<number, number>();
  private readonly ofEntry = new Map<number, number>();
  private readonly byUnit = new Map<number, number[]>();

  constructor(
    private readonly edges: Edges,
    component: Component,
    allowed: (edge: number) => boolean,
  ) {
    for (const edge of component.edges) {
      if (!allowed(edge)) continue;
      const unit = edges.unitOf(edge);
      const list = this.byUnit.get(unit);
      if (list) list.push(edge);
      else this.byUnit.set(unit, [edge]);
    }
    for (const unit of component.units) this.insert(unit);
  }

  chosen(): number[] {
    return [...this.ofUnit.values()];
  }

  /** Finds the best alternating path from the new unit to a free entry or to someone giving way. */
  private insert(start: number): void {
    const { edges } = this;
    const gain = new Map<number, number>([[start, 0]]);
    const via = new Map<number, number>();
    const queue = [start];
    let best = 0;
    let end: { unit: number; edge: number | null } | null = null;
    for (let at = 0; at < queue.length; at++) {
      const unit = queue[at] ?? start;
      const sofar = gain.get(unit) ?? 0;
      if (unit !== start && sofar > best) [best, end] = [sofar, { unit, edge: null }];
      for (const edge of this.byUnit.get(unit) ?? []) {
        if (this.ofUnit.get(unit) === edge) continue;
        const reached = sofar + edges.scoreOf(edge);
        const taken = this.ofEntry.get(edges.entryOf(edge));
        if (taken === undefined) {
          if (reached > best) [best, end] = [reached, { unit, edge }];
          continue;
        }
        const other = edges.unitOf(taken);
        const next = reached - edges.scoreOf(taken);
        if (next <= (gain.get(other) ?? Number.NEGATIVE_INFINITY)) continue;
        gain.set(other, next);
        via.set(other, edge);
        queue.push(other);
      }
    }
    if (!end) return;
    this.total += best;
    this.shift(start, end.unit, end.edge, via);
  }

  /** Moves everyone on the path one step on, from its end back to its start. */
  private shift(start: number, end: number, edge: number | null, via: Map<number, number>): void {
    let unit = end;
    let next = edge;
    for (;;) {
      if (next === null) this.ofUnit.delete(unit);
      else {
        this.ofUnit.set(unit, next);
        this.ofEntry.set(this.edges.entryOf(next), next);
      }
      if (unit === start) return;
      next = via.get(unit) ?? null;
      if (next === null) return;
      unit = this.edges.unitOf(next);
    }
  }
}
