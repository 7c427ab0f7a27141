import { exp2 } from "../exp2";
import {
  NAMED_WEIGHT,
  TEXT_AGREEMENTS,
  TEXT_LEVELS,
  TEXT_RARITIES,
  TEXT_SHARES,
  UNIT_MATCH_WEIGHTS,
} from "../parameters";
import { isEqualAmount } from "./amounts";
import type { CandidatePairs } from "./candidate-pairs";

/** Expected number of pairs by position in TEXT_LEVELS. */
type Counts = Float64Array;

/** Pairs of equal amounts that agree alike, by their log odds without the texts. */
interface Seen {
  level: number;
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

/** What the first levels weigh, in bits; the weights of the others are learned. */
const FIXED = [0, UNIT_MATCH_WEIGHTS.same_unit_common, UNIT_MATCH_WEIGHTS.same_unit_rare] as const;
const FIRST_LEARNED = FIXED.length;
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
  /** Bits by position in TEXT_LEVELS; undefined where they have to be computed. */
  private weights: { named?: Float64Array | undefined; unnamed?: Float64Array | undefined } = {};

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
      this.weights = {};
      // Chance pairs must not count as matching ones whose texts differ: a step of Newton's method towards as many
      // matching pairs as are expected.
      const step = (assumed - expected) / slope / Math.LN2;
      doubt = Math.min(MOST_DOUBT, Math.max(0, doubt + Math.max(-1, Math.min(1, step))));
    }
  }

  /**
   * @param level position in TEXT_LEVELS
   * @param isNamed whether the pair is of one customer
   * @returns bits
   */
  matchWeight(level: number, isNamed: boolean): number {
    const group = isNamed ? "named" : "unnamed";
    let weights = this.weights[group];
    if (!weights) {
      weights = Float64Array.from(TEXT_LEVELS, (_, at) => {
        return at < FIRST_LEARNED
          ? (FIXED[at] ?? 0)
          : Math.log2(this.shareOfMatching(at) / this.shareOfUnrelated(at, group));
      });
      this.weights[group] = weights;
    }
    return weights[level] ?? 0;
  }

  /** Shrunk to that of texts of any rarity, and this to the prior. */
  private shareOfMatching(level: number): number {
    const { matching: prior } = TEXT_SHARES;
    const strength = TEXT_SHARES.strength.matching;
    const { matching } = this.learned;
    // Less the pair that is judged: it must not confirm itself.
    const count = (at: number) => Math.max(0, (matching[at] ?? 0) - Number(at === level));
    let [agreeing, all, ofRarity] = [0, 0, 0];
    for (let at = FIRST_LEARNED; at < matching.length; at++) {
      if (agreementOf(at) === agreementOf(level)) agreeing += count(at);
      if (rarityOf(at) === rarityOf(level)) ofRarity += count(at);
      all += count(at);
    }
    const ofAny = (agreeing + (prior[agreementOf(level)] ?? 0) * strength) / (all + strength);
    return (count(level) + ofAny * strength) / (ofRarity + strength);
  }

  private shareOfUnrelated(level: number, group: "named" | "unnamed"): number {
    const { matching, unrelated, alike } = TEXT_SHARES;
    const strength = TEXT_SHARES.strength.unrelated;
    const counts = this.learned[group];
    let all = 0;
    for (const at of counts.keys())
      if (at >= FIRST_LEARNED && rarityOf(at) === rarityOf(level)) all += counts[at] ?? 0;
    const rarity = TEXT_RARITIES[rarityOf(level)] ?? "common";
    const ofStrangers = unrelated[rarity][agreementOf(level)] ?? 0;
    const ofSame = matching[agreementOf(level)] ?? 0;
    const shareAlike = group === "named" ? alike : 0;
    const prior = (1 - shareAlike) * ofStrangers + shareAlike * ofSame;
    return ((counts[level] ?? 0) + prior * strength) / (all + strength);
  }

  private group(pairs: CandidatePairs, probabilities: Float64Array): Seen[] {
    const groups = new Map<number, Seen>();
    for (let pair = 0; pair < pairs.size; pair++) {
      const level = pairs.textOf(pair);
      if (level < FIRST_LEARNED || !isEqualAmount(pairs.amountLevelOf(pair))) continue;
      const isNamed = isOfOneCustomer(pairs, pair);
      const odds = oddsOf(probabilities[pair] ?? 0) - this.matchWeight(level, isNamed);
      const step = Math.round(odds / STEP_OF_ODDS);
      const key = (step * TEXT_LEVELS.length + level) * 2 + Number(isNamed);
      const group = groups.get(key);
      if (group) group.pairs++;
      else groups.set(key, { level, isNamed, odds: step * STEP_OF_ODDS, pairs: 1 });
    }
    return [...groups.values()];
  }
}

/** Tests whether both sides name one customer. */
export function isOfOneCustomer(pairs: CandidatePairs, pair: number): boolean {
  return pairs.nameMatchWeightOf(pair) >= NAMED_WEIGHT;
}

function nothing(): Learned {
  const counts = () => new Float64Array(TEXT_LEVELS.length);
  return { matching: counts(), named: counts(), unnamed: counts() };
}

function add(counts: Counts, level: number, count: number): void {
  counts[level] = (counts[level] ?? 0) + count;
}

/** Position of a level's agreement in TEXT_AGREEMENTS. */
function agreementOf(level: number): number {
  return (level - FIRST_LEARNED) % TEXT_AGREEMENTS.length;
}

/** Position of a level's rarity in TEXT_RARITIES. */
function rarityOf(level: number): number {
  return Math.floor((level - FIRST_LEARNED) / TEXT_AGREEMENTS.length);
}

function oddsOf(probability: number): number {
  const odds = Math.log2(probability) - Math.log2(1 - probability);
  return Math.min(MOST_ODDS, Math.max(-MOST_ODDS, odds));
}

function probabilityOf(odds: number): number {
  return 1 / (1 + exp2(-odds));
}
