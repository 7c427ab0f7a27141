import { type Component, solveComponent } from "./component";
import type { Pairs } from "./pairs";

/** Every pass fixes what the one before made plain; chains longer than this go to the solver. */
const MOST_PASSES = 30;

/**
 * Optimal assignment, "no match" (score 0) being an alternative for every row. Pairs that outweigh
 * everything they displace are fixed first, which is exact and leaves small knots; those are solved
 * one by one. In knots too large for that, pairs likelier than not are taken: no two of them meet.
 *
 * @returns the chosen pairs, in the order of their units.
 */
export function assign(
  pairs: Pairs,
  probabilities: Float64Array,
  units: number,
  entries: number,
): Int32Array {
  const peeling = new Peeling(pairs, units, entries);
  peeling.run();
  const { ofUnit, ofEntry } = peeling;
  for (const component of components(pairs, ofUnit, ofEntry)) {
    const chosen =
      solveComponent(pairs, component) ??
      component.pairs.filter((pair) => (probabilities[pair] ?? 0) > 0.5);
    for (const pair of chosen) {
      ofUnit[pairs.unitOf(pair)] = pair;
      ofEntry[pairs.entryOf(pair)] = pair;
    }
  }
  return ofUnit.filter((pair) => pair !== -1);
}

/**
 * Fixes pairs whose score is at least the sum of the next best on either side: whatever a solution
 * does instead with both rows, exchanging it for this pair makes it no worse.
 */
class Peeling {
  readonly ofUnit: Int32Array;
  readonly ofEntry: Int32Array;

  constructor(
    private readonly pairs: Pairs,
    units: number,
    entries: number,
  ) {
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
    const { pairs } = this;
    let best = -1;
    let second = 0;
    for (let at = pairs.unitBegin(unit); at < pairs.unitEnd(unit); at++) {
      const pair = pairs.unitPair(at);
      if (this.ofEntry[pairs.entryOf(pair)] !== -1) continue;
      const score = pairs.scoreOf(pair);
      if (score <= 0) continue;
      if (best === -1 || score > pairs.scoreOf(best)) {
        if (best !== -1) second = Math.max(second, pairs.scoreOf(best));
        best = pair;
      } else second = Math.max(second, score);
    }
    if (best === -1) return true;
    const entry = pairs.entryOf(best);
    let rival = 0;
    for (let at = pairs.entryBegin(entry); at < pairs.entryEnd(entry); at++) {
      const pair = pairs.entryPair(at);
      if (pair === best || this.ofUnit[pairs.unitOf(pair)] !== -1) continue;
      rival = Math.max(rival, pairs.scoreOf(pair));
    }
    if (pairs.scoreOf(best) < second + rival) return false;
    this.ofUnit[unit] = best;
    this.ofEntry[entry] = best;
    return true;
  }
}

function* components(pairs: Pairs, ofUnit: Int32Array, ofEntry: Int32Array): Generator<Component> {
  const seen = new Uint8Array(ofUnit.length);
  for (let start = 0; start < ofUnit.length; start++) {
    if (seen[start] === 1 || ofUnit[start] !== -1) continue;
    const component: Component = { units: [], pairs: [] };
    const seenEntries = new Set<number>();
    const stack = [start];
    seen[start] = 1;
    for (let unit = stack.pop(); unit !== undefined; unit = stack.pop()) {
      component.units.push(unit);
      for (let at = pairs.unitBegin(unit); at < pairs.unitEnd(unit); at++) {
        const pair = pairs.unitPair(at);
        const entry = pairs.entryOf(pair);
        if (ofEntry[entry] !== -1 || pairs.scoreOf(pair) <= 0) continue;
        component.pairs.push(pair);
        if (seenEntries.has(entry)) continue;
        seenEntries.add(entry);
        for (let at = pairs.entryBegin(entry); at < pairs.entryEnd(entry); at++) {
          const other = pairs.entryPair(at);
          const next = pairs.unitOf(other);
          if (seen[next] === 1 || ofUnit[next] !== -1 || pairs.scoreOf(other) <= 0) continue;
          seen[next] = 1;
          stack.push(next);
        }
      }
    }
    if (component.pairs.length === 0) continue;
    component.units.sort((a, b) => a - b);
    yield component;
  }
}
