import type { Books } from "./books";
import { marginals } from "./marginals";
import type { Pairs } from "./pairs";
import { AMOUNT_LEVELS } from "./prior";
import type { Entry, Unit } from "./rows";
import type { PairScore } from "./score";

/** Unlikely pairs teach nothing. */
const WORTH_LEARNING_FROM = 0.5;

/**
 * Expectation–maximisation over the candidate pairs: scores give probabilities, probabilities show
 * the habits of the books and who is still unexplained, and these give better scores.
 */
export class Weighing {
  probabilities: Float64Array = new Float64Array();

  constructor(
    private readonly books: Books,
    readonly pairs: Pairs,
  ) {}

  /** Weighs all pairs, as often as told, learning after each time but the last. */
  run(passes: number): void {
    for (let pass = 0; pass < passes; pass++) {
      if (pass > 0) this.learn();
      this.weigh();
    }
  }

  scoreOf(pair: number): PairScore {
    const { pairs, books } = this;
    return books.scorer.explain(this.unitOf(pair), this.entryOf(pair), pairs, pair);
  }

  /** Chance that each unit, and each entry, is paired with anything. */
  explained(): { units: Float64Array; entries: Float64Array } {
    const { pairs, probabilities, books } = this;
    const units = new Float64Array(books.rows.units.length);
    const entries = new Float64Array(books.rows.entries.length);
    for (let pair = 0; pair < pairs.size; pair++) {
      const probability = probabilities[pair] ?? 0;
      const unit = pairs.unitOf(pair);
      const entry = pairs.entryOf(pair);
      units[unit] = Math.min(1, (units[unit] ?? 0) + probability);
      entries[entry] = Math.min(1, (entries[entry] ?? 0) + probability);
    }
    return { units, entries };
  }

  private weigh(): void {
    const { pairs, books } = this;
    for (let pair = 0; pair < pairs.size; pair++) {
      const bits = books.scorer.score(this.unitOf(pair), this.entryOf(pair), pairs, pair);
      pairs.setScore(pair, bits);
    }
    const { units, entries } = books.rows;
    this.probabilities = marginals(pairs, units.length, entries.length);
  }

  private learn(): void {
    const { pairs, probabilities } = this;
    this.books.habits.learn((add) => {
      for (let pair = 0; pair < pairs.size; pair++) {
        const probability = probabilities[pair] ?? 0;
        if (probability < WORTH_LEARNING_FROM) continue;
        const amount = AMOUNT_LEVELS[pairs.amountOf(pair)] ?? "different";
        const seen = { amount, lag: pairs.lagOf(pair), name: pairs.nameOf(pair) };
        add(this.unitOf(pair), seen, probability);
      }
    });
    const explained = this.explained().entries;
    this.books.kinds.learn(this.candidates(explained));
    const unexplained = explained.map((share) => 1 - share);
    this.books.background.update(unexplained);
    this.books.repeats.update(unexplained);
  }

  private *candidates(explained: Float64Array) {
    for (const entry of this.books.rows.entries) {
      if (this.pairs.entryBegin(entry.index) === this.pairs.entryEnd(entry.index)) continue;
      yield { entry, explained: explained[entry.index] ?? 0 };
    }
  }

  private unitOf(pair: number): Unit {
    const unit = this.books.rows.units[this.pairs.unitOf(pair)];
    if (!unit) throw new RangeError(`there is no pair ${pair}`);
    return unit;
  }

  private entryOf(pair: number): Entry {
    const entry = this.books.rows.entries[this.pairs.entryOf(pair)];
    if (!entry) throw new RangeError(`there is no pair ${pair}`);
    return entry;
  }
}
