import { type Component, solveComponent } from "./component";
import type { Edges } from "./edges";

/** Every pass fixes what the one before made plain; chains longer than this go to the solver. */
const MOST_PASSES = 30;

/** Who belongs to whom when all pairs are decided together. */
export interface Assignment {
  /** Edge chosen for a unit or an entry; -1 for none. */
  ofUnit: Int32Array;
  ofEntry: Int32Array;
  /** Bits by which the whole solution would be worse without this pair; only where pairs compete. */
  margin: Map<number, number>;
  /** Units in knots too large to be untied exactly: nothing is proposed for them. */
  undecided: Set<number>;
}

/**
 * Optimal assignment, "no match" (score 0) being an alternative for every row. Pairs that outweigh
 * everything they displace are fixed first, which is exact and leaves small knots; those are solved
 * one by one.
 */
export function assign(
  edges: Edges,
  twins: { units: Int32Array; entries: Int32Array },
): Assignment {
  const peeling = new Peeling(edges, twins.units.length, twins.entries.length);
  peeling.run();
  const margin = new Map<number, number>();
  const undecided = new Set<number>();
  const { ofUnit, ofEntry } = peeling;
  for (const component of components(edges, ofUnit, ofEntry)) {
    const solution = solveComponent(edges, component, twins);
    if (!solution) for (const unit of component.units) undecided.add(unit);
    for (const { edge, margin: bits } of solution ?? []) {
      ofUnit[edges.unitOf(edge)] = edge;
      ofEntry[edges.entryOf(edge)] = edge;
      margin.set(edge, bits);
    }
  }
  return { ofUnit, ofEntry, margin, undecided };
}

/**
 * Fixes pairs whose score is at least the sum of the next best on either side: whatever a solution
 * does instead with both rows, exchanging it for this pair makes it no worse.
 */
class Peeling {
  readonly ofUnit: Int32Array;
  readonly ofEntry: Int32Array;
  private readonly edges: Edges;

  constructor(edges: Edges, units: number, entries: number) {
    this.edges = edges;
    this.ofUnit = new Int32Array(units).fill(-1);
    this.ofEntry = new Int32Array(entries).fill(-1);
  }

  run(): void {
    let open = Array.from(this.ofUnit.keys());
    for (let pass = 0; pass < MOST_PASSES; pass++) {
      const left = open.filter((unit) => !this.peel(unit));
      if (left.length === open.length) return;
      open = left;
    }
  }

  /** Whether the unit is done with: it is fixed now, or nothing is left for it. */
  private peel(unit: number): boolean {
    const { edges } = this;
    let best = -1;
    let second = 0;
    const [from, to] = edges.rangeOfUnit(unit);
    for (let edge = from; edge < to; edge++) {
      if (this.ofEntry[edges.entryOf(edge)] !== -1) continue;
      const score = edges.scoreOf(edge);
      if (score <= 0) continue;
      if (best === -1 || score > edges.scoreOf(best)) {
        if (best !== -1) second = Math.max(second, edges.scoreOf(best));
        best = edge;
      } else second = Math.max(second, score);
    }
    if (best === -1) return true;
    const entry = edges.entryOf(best);
    let rival = 0;
    for (const edge of edges.edgesOfEntry(entry)) {
      if (edge === best || this.ofUnit[edges.unitOf(edge)] !== -1) continue;
      rival = Math.max(rival, edges.scoreOf(edge));
    }
    if (edges.scoreOf(best) < second + rival) return false;
    this.ofUnit[unit] = best;
    this.ofEntry[entry] = best;
    return true;
  }
}

function* components(edges: Edges, ofUnit: Int32Array, ofEntry: Int32Array): Generator<Component> {
  const seen = new Uint8Array(ofUnit.length);
  for (let start = 0; start < ofUnit.length; start++) {
    if (seen[start] === 1 || ofUnit[start] !== -1) continue;
    const component: Component = { units: [], edges: [] };
    const seenEntries = new Set<number>();
    const stack = [start];
    seen[start] = 1;
    for (let unit = stack.pop(); unit !== undefined; unit = stack.pop()) {
      component.units.push(unit);
      const [from, to] = edges.rangeOfUnit(unit);
      for (let edge = from; edge < to; edge++) {
        const entry = edges.entryOf(edge);
        if (ofEntry[entry] !== -1 || edges.scoreOf(edge) <= 0) continue;
        component.edges.push(edge);
        if (seenEntries.has(entry)) continue;
        seenEntries.add(entry);
        for (const other of edges.edgesOfEntry(entry)) {
          const next = edges.unitOf(other);
          if (seen[next] === 1 || ofUnit[next] !== -1 || edges.scoreOf(other) <= 0) continue;
          seen[next] = 1;
          stack.push(next);
        }
      }
    }
    if (component.edges.length === 0) continue;
    component.units.sort((a, b) => a - b);
    yield component;
  }
}
