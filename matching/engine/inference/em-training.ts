import { isEqualAmount } from "../compare/amounts";
import type { CandidatePairs } from "../compare/candidate-pairs";
import type { LinkageModel } from "../compare/model";
import type { PairScore } from "../compare/score";
import { NAMED_WEIGHT } from "../parameters";
import type { LedgerRow, PayoutItem } from "../records/records";
import { Marginals } from "./marginals";

/** Records below this probability of being matched take part in the second blocking pass. */
const MAX_OPEN_SHARE = 0.9;

/** Candidate pairs with their probabilities, and what the second blocking pass looked at. */
export interface Candidates extends OpenFlags {
  training: EmTraining;
  /** Number of pairs of the first blocking pass, which come first. */
  firstPass: number;
  /** What the first pass, and both with the model as it is, saw of the items: see SearchState. */
  seenFirst: Uint8Array;
  seen: Uint8Array;
}

/** 1 by index for records that are rather not matched by the pairs found so far. */
export interface OpenFlags {
  openItems: Uint8Array;
  openRows: Uint8Array;
}

/** Nothing is learned of such a pair but its lag. */
const LAG_ALONE = { amount: "different", name: "unknown", period: "unknown" } as const;

/** Less probable pairs are left out of the maximization step. */
const MIN_LEARNING_PROBABILITY = 0.5;

/**
 * Expectation maximization over the candidate pairs (Dempster, Laird and Rubin; Winkler for record
 * linkage): match weights give marginal probabilities, these re-estimate the rates of the model,
 * and these give better match weights.
 */
export class EmTraining {
  /** Marginal probability of each pair after the last expectation step; the next one writes into the same array. */
  probabilities: Float64Array = new Float64Array();
  /** Number of pairs, from the first on, whose scores are those of the model as it is. */
  private scored = 0;
  private readonly marginals = new Marginals();

  /** @param pairs indexed candidate pairs; their scores are overwritten */
  constructor(
    private readonly model: LinkageModel,
    readonly pairs: CandidatePairs,
  ) {}

  /** @param passes number of expectation steps; a maximization step lies between each two */
  run(passes: number): void {
    if (this.probabilities.length === 0) this.learnLagsOfClearPairs();
    for (let pass = 0; pass < passes; pass++) {
      if (pass > 0) this.maximization();
      this.expectation();
    }
  }

  /** Drops the pairs from `size` on, and infers the others anew: their scores are those of the model as it is. */
  keepFirst(size: number): void {
    const { pairs, model } = this;
    pairs.size = size;
    pairs.index(model.records.items.length, model.records.rows.length);
    this.scored = Math.min(this.scored, size);
    this.expectation();
  }

  /**
   * @param pair index into the candidate pairs
   * @returns the match weights of the pair by field, in bits
   * @throws RangeError for an unknown pair
   */
  scoreOf(pair: number): PairScore {
    const { pairs, model } = this;
    return model.scorer.explain(this.itemOf(pair), this.rowOf(pair), pairs, pair);
  }

  /** @returns the customers' match weight of a pair, in bits, as {@link scoreOf} has it */
  nameMatchWeightOf(pair: number): number {
    const { pairs, model } = this;
    return model.scorer.explainCustomer(this.itemOf(pair), this.rowOf(pair), pairs, pair)
      .nameMatchWeight;
  }

  /** @returns probability that each item, and each row, is matched at all, by index */
  matchedShares(): { items: Float64Array; rows: Float64Array } {
    const { pairs, probabilities, model } = this;
    const items = new Float64Array(model.records.items.length);
    const rows = new Float64Array(model.records.rows.length);
    for (let pair = 0; pair < pairs.size; pair++) {
      const probability = probabilities[pair] ?? 0;
      const item = pairs.itemOf(pair);
      const row = pairs.rowOf(pair);
      items[item] = Math.min(1, (items[item] ?? 0) + probability);
      rows[row] = Math.min(1, (rows[row] ?? 0) + probability);
    }
    return { items, rows };
  }

  /** @returns the records for the second blocking pass */
  openRecords(): OpenFlags {
    const { items, rows } = this.matchedShares();
    return { openItems: below(items, MAX_OPEN_SHARE), openRows: below(rows, MAX_OPEN_SHARE) };
  }

  /** Writes the score of a pair. */
  score(pair: number): void {
    const { pairs, model } = this;
    const weight = model.scorer.score(this.itemOf(pair), this.rowOf(pair), pairs, pair);
    pairs.setScore(pair, weight);
  }

  /** Marginal probabilities from the scores as they are. */
  infer(): void {
    const { pairs, model } = this;
    const { items, rows } = model.records;
    this.probabilities = this.marginals.infer(pairs, items.length, rows.length);
  }

  /**
   * The first delays: those of pairs of one customer and amount that name the same period, or that neither side has a
   * second time. Where books date a week's or month's payments at its end, the equal payment of the one before is
   * nearer to a line, and training that starts with the prior stays with it.
   */
  private learnLagsOfClearPairs(): void {
    const { pairs, model } = this;
    const { items, rows } = model.records;
    const all = { items: new Uint16Array(items.length), rows: new Uint16Array(rows.length) };
    const dated = { items: new Uint16Array(items.length), rows: new Uint16Array(rows.length) };
    const similar: number[] = [];
    for (let pair = 0; pair < pairs.size; pair++) {
      const isSimilar =
        pairs.nameMatchWeightOf(pair) >= NAMED_WEIGHT && isEqualAmount(pairs.amountLevelOf(pair));
      if (!isSimilar) continue;
      similar.push(pair);
      for (const counts of this.isOfOnePeriod(pair) ? [all, dated] : [all]) {
        const [item, row] = [pairs.itemOf(pair), pairs.rowOf(pair)];
        counts.items[item] = (counts.items[item] ?? 0) + 1;
        counts.rows[row] = (counts.rows[row] ?? 0) + 1;
      }
    }
    if (similar.length === 0) return;
    model.rates.learn((add) => {
      for (const pair of similar) {
        const [item, row] = [pairs.itemOf(pair), pairs.rowOf(pair)];
        const isAlone = all.items[item] === 1 && all.rows[row] === 1;
        if (!isAlone && !this.isOfOnePeriod(pair)) continue;
        const share = isAlone ? 1 : 1 / Math.max(dated.items[item] ?? 1, dated.rows[row] ?? 1);
        add(this.itemOf(pair), { ...LAG_ALONE, lag: pairs.lagOf(pair) }, share);
      }
    });
  }

  private isOfOnePeriod(pair: number): boolean {
    return this.pairs.periodOf(pair) === "same_period";
  }

  private expectation(): void {
    while (this.scored < this.pairs.size) this.score(this.scored++);
    this.infer();
  }

  private maximization(): void {
    const { pairs, probabilities } = this;
    this.model.rates.learn((add) => {
      for (let pair = 0; pair < pairs.size; pair++) {
        const probability = probabilities[pair] ?? 0;
        if (probability < MIN_LEARNING_PROBABILITY) continue;
        const amount = pairs.amountLevelOf(pair);
        const seen = {
          amount,
          lag: pairs.lagOf(pair),
          name: pairs.nameOf(pair),
          period: pairs.periodOf(pair),
          details: pairs.detailsOf(pair),
        };
        add(this.itemOf(pair), seen, probability);
      }
    });
    const { items: matchedItems, rows: matchedShares } = this.matchedShares();
    this.model.returned.learn(matchedItems);
    this.model.recordTypes.learn(this.candidates(matchedShares));
    const unmatchedShares = matchedShares.map((share) => 1 - share);
    this.model.textRates.learn(pairs, probabilities);
    this.model.aliases.learn(pairs, probabilities);
    this.model.chance.update(unmatchedShares);
    this.model.recurring.update(unmatchedShares);
    this.scored = 0;
  }

  private *candidates(matchedShares: Float64Array) {
    for (const row of this.model.records.rows) {
      if (this.pairs.rowBegin(row.index) === this.pairs.rowEnd(row.index)) continue;
      yield { row, matchedShare: matchedShares[row.index] ?? 0 };
    }
  }

  private itemOf(pair: number): PayoutItem {
    const item = this.model.records.items[this.pairs.itemOf(pair)];
    if (!item) throw new RangeError(`there is no pair ${pair}`);
    return item;
  }

  private rowOf(pair: number): LedgerRow {
    const row = this.model.records.rows[this.pairs.rowOf(pair)];
    if (!row) throw new RangeError(`there is no pair ${pair}`);
    return row;
  }
}

/** 1 where a share is smaller. */
function below(shares: Float64Array, most: number): Uint8Array {
  const flags = new Uint8Array(shares.length);
  for (let at = 0; at < flags.length; at++) if ((shares[at] ?? 0) < most) flags[at] = 1;
  return flags;
}
