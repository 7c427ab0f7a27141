import { comparable } from "@/matching/engine/comparable";
import { exp2 } from "@/matching/engine/exp2";
import type { CandidatePairs } from "../compare/candidate-pairs";
import type { CalibrationCurve } from "../parameters";

/** Class of each record, by PayoutItem.index and LedgerRow.index. */
export interface InterchangeClasses {
  items: Int32Array;
  rows: Int32Array;
}

export interface Alternatives {
  /** Number of other partners of either record that are at all likely. */
  count: number;
  /** The item's most probable other row, by LedgerRow.index. */
  best: { row: number; probability: number } | null;
}

/** From this probability on an alternative counts. */
const MIN_ALTERNATIVE_PROBABILITY = 0.001;

/**
 * Reads the probability of chosen pairs, and their alternatives, off the marginals. Interchangeable
 * records are no alternatives to each other.
 */
export class Calibration {
  /** @param probabilities marginal probability by pair */
  constructor(
    private readonly pairs: CandidatePairs,
    private readonly probabilities: Float64Array,
    private readonly classes: InterchangeClasses,
  ) {}

  /**
   * Probability that the pair is right or as good as right: that its item matches a row of the same
   * interchangeable class, or its row an item of the same class, whichever is higher.
   * @param pair index into the candidate pairs
   * @returns 0 to 1
   */
  probability(pair: number): number {
    const { pairs, classes } = this;
    const [item, row] = [pairs.itemOf(pair), pairs.rowOf(pair)];
    let withRows = 0;
    for (let at = pairs.itemBegin(item); at < pairs.itemEnd(item); at++) {
      const other = pairs.itemPair(at);
      const isInterchangeable = classes.rows[pairs.rowOf(other)] === classes.rows[row];
      if (isInterchangeable) withRows += this.probabilities[other] ?? 0;
    }
    let withItems = 0;
    for (let at = pairs.rowBegin(row); at < pairs.rowEnd(row); at++) {
      const other = pairs.rowPair(at);
      const isInterchangeable = classes.items[pairs.itemOf(other)] === classes.items[item];
      if (isInterchangeable) withItems += this.probabilities[other] ?? 0;
    }
    return Math.min(1, Math.max(withRows, withItems));
  }

  /** @param pair index into the candidate pairs */
  alternatives(pair: number): Alternatives {
    const { pairs, classes } = this;
    const [ownItem, ownRow] = [pairs.itemOf(pair), pairs.rowOf(pair)];
    const alternatives = new Set<number>();
    let best: Alternatives["best"] = null;
    for (let at = pairs.itemBegin(ownItem); at < pairs.itemEnd(ownItem); at++) {
      const other = pairs.itemPair(at);
      const row = pairs.rowOf(other);
      const probability = this.probabilities[other] ?? 0;
      const ahead = comparable(probability) - comparable(best?.probability ?? 0);
      if (classes.rows[row] === classes.rows[ownRow]) continue;
      if (probability >= MIN_ALTERNATIVE_PROBABILITY) alternatives.add(other);
      if (ahead > 0 || (ahead === 0 && best !== null && row < best.row))
        best = { row, probability };
    }
    for (let at = pairs.rowBegin(ownRow); at < pairs.rowEnd(ownRow); at++) {
      const other = pairs.rowPair(at);
      if (classes.items[pairs.itemOf(other)] === classes.items[ownItem]) continue;
      if ((this.probabilities[other] ?? 0) >= MIN_ALTERNATIVE_PROBABILITY) alternatives.add(other);
    }
    return { count: alternatives.size, best: alternatives.size > 0 ? best : null };
  }
}

/** @returns the probability after a calibration curve, 0 to 1; without a curve the probability */
export function calibrated(probability: number, curve: CalibrationCurve | null): number {
  if (!curve) return probability;
  const odds = Math.log2(probability / (1 - probability));
  return 1 / (1 + exp2(-(curve.slope * odds + curve.offset)));
}
