import { exp2 } from "../exp2";
import {
  AMOUNT_LEVELS,
  COMPARED_TEXTS,
  NAMED_WEIGHT,
  TEXT_SHARES,
  type TextLevel,
} from "../parameters";
import { isEqualAmount } from "./amounts";
import type { CandidatePairs } from "./candidate-pairs";

type ComparedLevel = keyof typeof COMPARED_TEXTS;

/** Expected number of pairs by level. */
type Counts = Map<ComparedLevel, number>;

/** Pairs of equal amounts that agree alike, by their log odds without the texts. */
interface Seen {
  level: ComparedLevel;
  isNamed: boolean;
  /** Bits. */
  odds: number;
  pairs: number;
}

/** What matching pairs show, and unrelated ones. */
interface Learned {
  matching: Counts;
  /** Of one customer, and others. */
  named: Counts;
  unnamed: Counts;
}

/** Steps in which the pairs' probabilities and the rates follow each other. */
const STEPS = 20;
/** Log odds are told apart by so much, in bits, and no further than so far from even. */
const STEP_OF_ODDS = 1 / 8;
const MOST_ODDS = 30;
/** How much less telling than the prior has it equal amounts may turn out to be, in bits. */
const MOST_DOUBT = 8;

/**
 * What the texts of a pair weigh, learned from the pairs of equal amounts: how often the texts of matching pairs agree, and
 * how often those of unrelated ones do, apart for pairs of one customer, whose texts resemble each other anyway. Where
 * books repeat a charge's description, one that is not repeated speaks against; where the memo is the bookkeeper's own
 * wording, it says nothing. Rare words add up as far as unrelated payments of one amount seldom share them.
 */
export class TextRates {
  private learned: Learned = nothing();
  private readonly weights = new Map<string, number>();

  /**
   * Maximization step: replaces what was learned so far. The pairs' probabilities follow the texts' new weights, all else
   * being equal, because one step teaches little where many equal amounts are chance. O(pairs).
   * @param probabilities by pair
   */
  learn(pairs: CandidatePairs, probabilities: Float64Array): void {
    const seen = this.group(pairs, probabilities);
    let doubt = 0;
    for (let i = 0; i < STEPS; i++) {
      const learned = nothing();
      let [expected, assumed, slope] = [0, 0, 1];
      for (const { level, isNamed, odds, pairs: count } of seen) {
        const probability = probabilityOf(odds - doubt + this.matchWeight(level, isNamed));
        expected += count * probability;
        const before = probabilityOf(odds - doubt);
        assumed += count * before;
        slope += count * before * (1 - before);
        add(learned.matching, level, count * probability);
        add(isNamed ? learned.named : learned.unnamed, level, count * (1 - probability));
      }
      this.learned = learned;
      this.weights.clear();
      // Chance pairs must not count as matching ones whose texts differ: a step of Newton's method towards as many
      // matching pairs as are expected.
      const step = (assumed - expected) / slope / Math.LN2;
      doubt = Math.min(MOST_DOUBT, Math.max(0, doubt + Math.max(-1, Math.min(1, step))));
    }
  }

  /**
   * @param isNamed whether the pair is of one customer
   * @returns bits
   */
  matchWeight(level: TextLevel, isNamed: boolean): number {
    if (level === "unknown") return 0;
    const key = `${level} ${isNamed}`;
    let weight = this.weights.get(key);
    if (weight === undefined) {
      weight = Math.log2(this.shareOfMatching(level) / this.shareOfUnrelated(level, isNamed));
      this.weights.set(key, weight);
    }
    return weight;
  }

  /** Shrunk to that of texts of any rarity, and this to the prior. */
  private shareOfMatching(level: ComparedLevel): number {
    const { matching, strength } = TEXT_SHARES;
    const { agreement, rarity } = COMPARED_TEXTS[level];
    // Less the pair that is judged: it must not confirm itself.
    const count = (each: ComparedLevel) =>
      Math.max(0, (this.learned.matching.get(each) ?? 0) - Number(each === level));
    let [agreeing, all, ofRarity] = [0, 0, 0];
    for (const each of this.learned.matching.keys()) {
      const parts = COMPARED_TEXTS[each];
      if (parts.agreement === agreement) agreeing += count(each);
      if (parts.rarity === rarity) ofRarity += count(each);
      all += count(each);
    }
    const ofAny = (agreeing + matching[agreement] * strength) / (all + strength);
    return (count(level) + ofAny * strength) / (ofRarity + strength);
  }

  private shareOfUnrelated(level: ComparedLevel, isNamed: boolean): number {
    const { matching, unrelated, strength } = TEXT_SHARES;
    const { agreement, rarity } = COMPARED_TEXTS[level];
    const counts = isNamed ? this.learned.named : this.learned.unnamed;
    let all = 0;
    for (const [each, count] of counts) if (COMPARED_TEXTS[each].rarity === rarity) all += count;
    const stranger = unrelated[rarity][agreement];
    const prior = isNamed ? (stranger + matching[agreement]) / 2 : stranger;
    return ((counts.get(level) ?? 0) + prior * strength) / (all + strength);
  }

  private group(pairs: CandidatePairs, probabilities: Float64Array): Seen[] {
    const groups = new Map<string, Seen>();
    for (let pair = 0; pair < pairs.size; pair++) {
      const level = pairs.textOf(pair);
      const amount = AMOUNT_LEVELS[pairs.amountOf(pair)] ?? "different";
      if (level === "unknown" || !isEqualAmount(amount)) continue;
      const isNamed = isOfOneCustomer(pairs, pair);
      const odds = oddsOf(probabilities[pair] ?? 0) - this.matchWeight(level, isNamed);
      const rounded = Math.round(odds / STEP_OF_ODDS) * STEP_OF_ODDS;
      const key = `${level} ${isNamed} ${rounded}`;
      const group = groups.get(key);
      if (group) group.pairs++;
      else groups.set(key, { level, isNamed, odds: rounded, pairs: 1 });
    }
    return [...groups.values()];
  }
}

/** Tests whether both sides name one customer. */
export function isOfOneCustomer(pairs: CandidatePairs, pair: number): boolean {
  return pairs.nameMatchWeightOf(pair) >= NAMED_WEIGHT;
}

function nothing(): Learned {
  return { matching: new Map(), named: new Map(), unnamed: new Map() };
}

function add(counts: Counts, level: ComparedLevel, count: number): void {
  counts.set(level, (counts.get(level) ?? 0) + count);
}

function oddsOf(probability: number): number {
  const odds = Math.log2(probability) - Math.log2(1 - probability);
  return Math.min(MOST_ODDS, Math.max(-MOST_ODDS, odds));
}

function probabilityOf(odds: number): number {
  return 1 / (1 + exp2(-odds));
}
