import type { Pairs } from "./pairs";

/** Classes of rows that look alike in everything visible. */
export interface Twins {
  units: Int32Array;
  entries: Int32Array;
}

export interface Alternatives {
  /** How many other partners of either row are at all likely. */
  count: number;
  best: { entry: number; probability: number } | null;
}

/** An alternative counts as close from this probability on. */
const CLOSE = 0.001;

/** Reads probabilities of chosen pairs off the marginals; twins are no alternatives to each other. */
export class Odds {
  constructor(
    private readonly pairs: Pairs,
    private readonly probabilities: Float64Array,
    private readonly twins: Twins,
  ) {}

  /**
   * Probability that the pair is right, or as good as right: that its unit belongs to one of the
   * entry's twins, or its entry to one of the unit's twins, whichever is surer.
   */
  probability(pair: number): number {
    const { pairs, twins } = this;
    const [unit, entry] = [pairs.unitOf(pair), pairs.entryOf(pair)];
    let withEntries = 0;
    for (let at = pairs.unitBegin(unit); at < pairs.unitEnd(unit); at++) {
      const other = pairs.unitPair(at);
      const isTwin = twins.entries[pairs.entryOf(other)] === twins.entries[entry];
      if (isTwin) withEntries += this.probabilities[other] ?? 0;
    }
    let withUnits = 0;
    for (let at = pairs.entryBegin(entry); at < pairs.entryEnd(entry); at++) {
      const other = pairs.entryPair(at);
      const isTwin = twins.units[pairs.unitOf(other)] === twins.units[unit];
      if (isTwin) withUnits += this.probabilities[other] ?? 0;
    }
    return Math.min(1, Math.max(withEntries, withUnits));
  }

  alternatives(pair: number): Alternatives {
    const { pairs, twins } = this;
    const [ownUnit, ownEntry] = [pairs.unitOf(pair), pairs.entryOf(pair)];
    const close = new Set<number>();
    let best: Alternatives["best"] = null;
    for (let at = pairs.unitBegin(ownUnit); at < pairs.unitEnd(ownUnit); at++) {
      const other = pairs.unitPair(at);
      const entry = pairs.entryOf(other);
      const probability = this.probabilities[other] ?? 0;
      if (twins.entries[entry] === twins.entries[ownEntry]) continue;
      if (probability >= CLOSE) close.add(other);
      if (probability > (best?.probability ?? 0)) best = { entry, probability };
    }
    for (let at = pairs.entryBegin(ownEntry); at < pairs.entryEnd(ownEntry); at++) {
      const other = pairs.entryPair(at);
      if (twins.units[pairs.unitOf(other)] === twins.units[ownUnit]) continue;
      if ((this.probabilities[other] ?? 0) >= CLOSE) close.add(other);
    }
    return { count: close.size, best: close.size > 0 ? best : null };
  }
}
