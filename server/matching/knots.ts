import { bitsOf, type Pairs } from "./pairs";

/** Rows whose pairs compete with each other, directly or through others. */
export interface Knot {
  units: number[];
  entries: number[];
  pairs: number[];
}

/** Pairs weaker than this tie no knot: they hardly change what others are worth. */
const LEAST_BITS = -8;
/** So much worse than the best pair of one of its rows: only taken when that is lost. */
const HOPELESS_BITS = -12;

/** Which pairs matter to their competitors, and how they hang together. */
export class Knots {
  private readonly binding: Uint8Array;
  /** Binding pairs of each row. */
  private readonly ofUnit: Int32Array;
  private readonly ofEntry: Int32Array;

  constructor(
    private readonly pairs: Pairs,
    units: number,
    entries: number,
  ) {
    this.binding = new Uint8Array(pairs.size);
    this.ofUnit = new Int32Array(units);
    this.ofEntry = new Int32Array(entries);
    const bestOfUnit = new Int32Array(units);
    const bestOfEntry = new Int32Array(entries);
    for (let pair = 0; pair < pairs.size; pair++) {
      const [unit, entry, score] = [pairs.unitOf(pair), pairs.entryOf(pair), pairs.scoreOf(pair)];
      if (score > (bestOfUnit[unit] ?? 0)) bestOfUnit[unit] = score;
      if (score > (bestOfEntry[entry] ?? 0)) bestOfEntry[entry] = score;
    }
    for (let pair = 0; pair < pairs.size; pair++) {
      const [unit, entry, score] = [pairs.unitOf(pair), pairs.entryOf(pair), pairs.scoreOf(pair)];
      const best = Math.max(bestOfUnit[unit] ?? 0, bestOfEntry[entry] ?? 0);
      if (bitsOf(score) <= LEAST_BITS || bitsOf(score - best) < HOPELESS_BITS) continue;
      this.binding[pair] = 1;
      this.ofUnit[unit] = (this.ofUnit[unit] ?? 0) + 1;
      this.ofEntry[entry] = (this.ofEntry[entry] ?? 0) + 1;
    }
  }

  /** False for pairs that only live on what others leave of their rows. */
  isBinding(pair: number): boolean {
    return this.binding[pair] === 1;
  }

  /** Whether nothing competes with a binding pair. */
  isAlone(pair: number): boolean {
    const { pairs, ofUnit, ofEntry } = this;
    return ofUnit[pairs.unitOf(pair)] === 1 && ofEntry[pairs.entryOf(pair)] === 1;
  }

  /** All groups of two and more competing pairs, in the order of their units. */
  *groups(): Generator<Knot> {
    const seenUnits = new Uint8Array(this.ofUnit.length);
    const seenEntries = new Uint8Array(this.ofEntry.length);
    for (let start = 0; start < seenUnits.length; start++) {
      if (seenUnits[start] === 1 || this.ofUnit[start] === 0) continue;
      const knot = this.knotFrom(start, seenUnits, seenEntries);
      if (knot.pairs.length > 1) yield knot;
    }
  }

  private knotFrom(start: number, seenUnits: Uint8Array, seenEntries: Uint8Array): Knot {
    const { pairs } = this;
    const knot: Knot = { units: [start], entries: [], pairs: [] };
    seenUnits[start] = 1;
    for (let i = 0; i < knot.units.length; i++) {
      const unit = knot.units[i] ?? start;
      for (let at = pairs.unitBegin(unit); at < pairs.unitEnd(unit); at++) {
        const pair = pairs.unitPair(at);
        if (!this.isBinding(pair)) continue;
        knot.pairs.push(pair);
        const entry = pairs.entryOf(pair);
        if (seenEntries[entry] === 1) continue;
        seenEntries[entry] = 1;
        knot.entries.push(entry);
        for (let there = pairs.entryBegin(entry); there < pairs.entryEnd(entry); there++) {
          const other = pairs.entryPair(there);
          const next = pairs.unitOf(other);
          if (seenUnits[next] === 1 || !this.isBinding(other)) continue;
          seenUnits[next] = 1;
          knot.units.push(next);
        }
      }
    }
    return knot;
  }
}
