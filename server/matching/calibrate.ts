import type { Assignment } from "./assign";
import { bitsOf, type Edges } from "./edges";

export interface Twins {
  units: Int32Array;
  entries: Int32Array;
}

/** A chosen pair with its probability and what else was close. */
export interface Pairing {
  edge: number;
  unit: number;
  entry: number;
  probability: number;
  alternatives: { count: number; best: { entry: number; probability: number } | null };
}

/** An alternative counts as close from this probability on. */
const CLOSE = 0.001;

/**
 * Turns scores into probabilities: a chosen pair against every other way to explain its two rows
 * (another entry, another unit, a swap with the neighbours, no match at all), each weighed by what
 * the whole solution would lose. Twins are no alternatives to each other. Where a knot was solved
 * exactly, its margin is an upper bound, so that longer rings of equals are seen as ties too.
 */
export class Calibration {
  private readonly freeOfUnit: Int32Array;
  private readonly freeOfEntry: Int32Array;

  constructor(
    private readonly edges: Edges,
    private readonly assignment: Assignment,
    private readonly twins: Twins,
  ) {
    const { ofUnit, ofEntry } = assignment;
    this.freeOfUnit = new Int32Array(ofUnit.length);
    this.freeOfEntry = new Int32Array(ofEntry.length);
    for (let edge = 0; edge < edges.unit.length; edge++) {
      const unit = edges.unitOf(edge);
      const entry = edges.entryOf(edge);
      const score = edges.scoreOf(edge);
      if (ofEntry[entry] === -1) {
        this.freeOfUnit[unit] = Math.max(this.freeOfUnit[unit] ?? 0, score);
      }
      if (ofUnit[unit] === -1) {
        this.freeOfEntry[entry] = Math.max(this.freeOfEntry[entry] ?? 0, score);
      }
    }
  }

  *pairings(): Generator<Pairing> {
    for (const edge of this.assignment.ofUnit) if (edge !== -1) yield this.pairing(edge);
  }

  private pairing(edge: number): Pairing {
    const unit = this.edges.unitOf(edge);
    const entry = this.edges.entryOf(edge);
    const score = this.edges.scoreOf(edge);
    let odds = 2 ** -bitsOf(score);
    let bestOther = -1;
    let bestOdds = 0;
    const weights: number[] = [];
    const [from, to] = this.edges.rangeOfUnit(unit);
    for (let other = from; other < to; other++) {
      const rival = this.edges.entryOf(other);
      if (this.twins.entries[rival] === this.twins.entries[entry]) continue;
      const weight = 2 ** -bitsOf(Math.max(0, this.lossOfMoving(edge, other)));
      odds += weight;
      weights.push(weight);
      if (weight > bestOdds) [bestOdds, bestOther] = [weight, rival];
    }
    for (const other of this.edges.edgesOfEntry(entry)) {
      const rival = this.edges.unitOf(other);
      if (this.twins.units[rival] === this.twins.units[unit]) continue;
      const weight = 2 ** -bitsOf(Math.max(0, this.lossOfGiving(edge, other)));
      odds += weight;
      weights.push(weight);
    }
    const margin = this.assignment.margin.get(edge);
    if (margin !== undefined) odds = Math.max(odds, 2 ** -margin);
    const probability = 1 / (1 + odds);
    return {
      edge,
      unit,
      entry,
      probability,
      alternatives: {
        count: weights.filter((weight) => weight * probability >= CLOSE).length,
        best: bestOther === -1 ? null : { entry: bestOther, probability: bestOdds * probability },
      },
    };
  }

  /** What is lost when the unit takes another entry, whose own unit then does the best it can. */
  private lossOfMoving(edge: number, other: number): number {
    const { edges } = this;
    const loss = edges.scoreOf(edge) - edges.scoreOf(other);
    const displaced = this.assignment.ofEntry[edges.entryOf(other)] ?? -1;
    if (displaced === -1) return loss;
    const loser = edges.unitOf(displaced);
    let consolation = this.freeOfUnit[loser] ?? 0;
    const [from, to] = edges.rangeOfUnit(loser);
    for (let swap = from; swap < to; swap++) {
      if (edges.entryOf(swap) === edges.entryOf(edge)) {
        consolation = Math.max(consolation, edges.scoreOf(swap));
      }
    }
    return loss + edges.scoreOf(displaced) - consolation;
  }

  /** What is lost when the entry goes to another unit; both rows left over do the best they can. */
  private lossOfGiving(edge: number, other: number): number {
    const { edges } = this;
    const own = this.freeOfUnit[edges.unitOf(edge)] ?? 0;
    const loss = edges.scoreOf(edge) - edges.scoreOf(other) - own;
    const displaced = this.assignment.ofUnit[edges.unitOf(other)] ?? -1;
    if (displaced === -1) return loss;
    const left = edges.entryOf(displaced);
    return loss + edges.scoreOf(displaced) - (this.freeOfEntry[left] ?? 0);
  }
}
