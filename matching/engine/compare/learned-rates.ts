import { daysBetween, isCalendarDate } from "@/lib/dates";
import { exp2 } from "@/matching/engine/exp2";
import type { HistoryEntry } from "../contract";
import {
  AMOUNT_M_PROBABILITIES,
  CONTRADICTION,
  CONTRADICTIONS,
  type Contradiction,
  type DetailLevel,
  DISAGREEMENTS,
  type Disagreement,
  type EqualAmount,
  FUZZY_LAG_WEIGHT,
  FUZZY_WINDOW,
  NAME_MATCH_WEIGHTS,
  NAMED_PAYER_WEIGHT,
  type NameLevel,
  OUTSIDE_WINDOW_WEIGHT,
  type PeriodLevel,
  PRIOR_STRENGTH,
  SAME_PERIOD,
  VARIATIONS,
  type Variation,
  WINDOW,
  WINDOW_DAYS,
} from "../parameters";
import { type PayoutItem, rateKey } from "../records/records";
import { isEqualAmount } from "./amounts";
import type { Comparison } from "./candidate-pairs";
import { lagPrior } from "./date-offset";

const LAG_SPAN = { before: FUZZY_WINDOW.before, after: FUZZY_WINDOW.after };
const LAG_SPAN_DAYS = LAG_SPAN.before + LAG_SPAN.after + 1;
/** Share of an observed lag that counts for each neighboring day. */
const NEIGHBOR_SHARE = 0.15;
/** Pairs, at most. */
const MAX_BLURRED = 4;
type Source = Parameters<typeof rateKey>[0];
/** The parts of a comparison from which rates are learned. */
type ObservedPair = Pick<Comparison, "amount" | "lag" | "name" | "period"> &
  Partial<Pick<Comparison, "details">>;

/** Observations of matching pairs, each counted with its probability. */
class Counts {
  readonly lags = new Map<string, Float64Array>();
  readonly amounts: Record<EqualAmount, number> = {
    exact_gross: 0,
    exact_net: 0,
    predicted_fee: 0,
  };
  readonly disagreements: Record<Disagreement, number> = {
    other_customer: 0,
    names_differ: 0,
    other_kind: 0,
    related_name: 0,
    text_differs: 0,
    for_another: 0,
    for_customer: 0,
  };
  readonly variations: Record<Variation, number> = {
    initials: 0,
    similar_name: 0,
    truncated_name: 0,
    part_of_name: 0,
    email_fits_name: 0,
    domain_fits_name: 0,
    name_in_text: 0,
  };
  /** Pairs in which both sides named a customer: of lines, and of whole deposits. */
  readonly compared = { lines: 0, deposits: 0 };
  /** Pairs whose texts both name a period, by level. */
  /** Pairs by what else their texts say. */
  readonly details = new Map<DetailLevel, number>();
  readonly periods = { same_period: 0, other_period: 0, unknown: 0 };

  /** @param share probability of the pair, 0 to 1 */
  add(item: PayoutItem, seen: ObservedPair, share: number): void {
    const { amount, lag, name, period, details = "unknown" } = seen;
    this.details.set(details, (this.details.get(details) ?? 0) + share);
    this.periods[period] += share;
    if (isEqualAmount(amount)) this.amounts[amount] += share;
    this.addLag(item, lag, share);
    if (name === "unknown" || name === "shared_word") return;
    this.compared[item.line ? "lines" : "deposits"] += share;
    if (isDisagreement(name)) this.disagreements[name] += share;
    else if (isVariation(name)) this.variations[name] += share;
  }

  addLag(of: Source, lag: number, share: number): void {
    if (lag < -LAG_SPAN.before || lag > LAG_SPAN.after) return;
    const key = rateKey(of);
    const days = this.lags.get(key) ?? new Float64Array(LAG_SPAN_DAYS);
    this.lags.set(key, days);
    const at = lag + LAG_SPAN.before;
    days[at] = (days[at] ?? 0) + share;
  }
}

/**
 * Learned m-probabilities of this company: lags by processor, gross or net, how often names
 * disagree. Estimated from confirmed decisions at full weight and from the data by expectation
 * maximization, every pair with its current probability; shrunk to the prior, so that little data
 * changes little.
 */
export class LearnedRates {
  private lagWeightsOf: (Float64Array | undefined)[] = [];
  private counts = new Counts();
  private amountWeights = new Map<EqualAmount, number>();
  /** What observations change about the weight of each level of names, in bits. */
  private nameAdjustments = new Map<NameLevel, number>();

  /** @param history confirmed pairs, whose lags stay counted in every pass */
  constructor(private readonly history: readonly HistoryEntry[]) {
    this.learn(() => {});
  }

  /**
   * Maximization step: replaces everything learned from the data so far.
   * @param observe calls `add` for each pair with its probability, 0 to 1
   */
  learn(
    observe: (add: (item: PayoutItem, seen: ObservedPair, share: number) => void) => void,
  ): void {
    const counts = new Counts();
    for (const { decision, deposit, line, payment } of this.history) {
      const from = (line ?? deposit).date;
      if (decision !== "confirmed" || !isCalendarDate(from) || !isCalendarDate(payment.date))
        continue;
      counts.addLag({ deposit, line }, daysBetween(from, payment.date), 1);
    }
    observe((item, seen, share) => counts.add(item, seen, share));
    this.counts = counts;
    this.lagWeightsOf = [];
    this.amountWeights.clear();
    this.nameAdjustments.clear();
  }

  /**
   * @returns log2 of the m-probability of an equal-amount level; the u-probability is counted by
   * ChanceAgreement
   */
  amountMatchWeight(level: EqualAmount): number {
    let weight = this.amountWeights.get(level);
    if (weight === undefined) {
      weight = this.learnedAmountWeight(level);
      this.amountWeights.set(level, weight);
    }
    return weight;
  }

  private learnedAmountWeight(level: EqualAmount): number {
    const { amounts } = this.counts;
    const seen = amounts.exact_gross + amounts.exact_net + amounts.predicted_fee;
    return Math.log2(
      shrunkShare(amounts[level], seen, AMOUNT_M_PROBABILITIES[level], PRIOR_STRENGTH.amounts),
    );
  }

  /**
   * @param weight bits of the comparison itself, with the prior share of its level
   * @returns bits; a disagreement, or another way to write a name, weighs as much as it is rare in
   * this ledger
   */
  nameMatchWeight(level: NameLevel, weight: number): number {
    let adjustment = this.nameAdjustments.get(level);
    if (adjustment === undefined) {
      adjustment = this.learnedAdjustment(level);
      this.nameAdjustments.set(level, adjustment);
    }
    return weight + adjustment;
  }

  private learnedAdjustment(level: NameLevel): number {
    const { disagreements, variations, compared } = this.counts;
    if (isDisagreement(level)) {
      const prior = NAME_MATCH_WEIGHTS[level];
      return this.learned(disagreements[level], this.compared(level), prior);
    }
    if (!isVariation(level)) return 0;
    const prior = NAME_MATCH_WEIGHTS[level] - NAME_MATCH_WEIGHTS.same_name;
    return this.learned(variations[level], compared.lines, prior);
  }

  /** What observations change about a weight, in bits; `prior` is the log2 of the prior share. */
  private learned(count: number, compared: number, prior: number): number {
    // Less the pair that is judged: it must not confirm itself.
    const others = Math.max(0, count - 1);
    return Math.log2(shrunkShare(others, compared, exp2(prior), PRIOR_STRENGTH.names)) - prior;
  }

  /** @returns bits; 0 where a side names no period */
  periodMatchWeight(level: PeriodLevel): number {
    if (level === "unknown") return 0;
    const { same_period, other_period } = this.counts.periods;
    const { share, strength, byChance } = SAME_PERIOD;
    const same = shrunkShare(same_period, same_period + other_period, share, strength);
    return level === "same_period"
      ? Math.log2(same / byChance)
      : Math.log2((1 - same) / (1 - byChance));
  }

  /** @returns bits; a contradiction weighs as much as it is rare among true pairs, agreement mostly nothing */
  detailMatchWeight(level: DetailLevel): number {
    if (level === "named" || level === "same_payer") return NAMED_PAYER_WEIGHT;
    return isContradiction(level) ? Math.log2(this.contradictionShare(level)) : 0;
  }

  private contradictionShare(level: Contradiction): number {
    const { details } = this.counts;
    const [other, same] = [details.get(level) ?? 0, details.get(CONTRADICTIONS[level]) ?? 0];
    // Less the pair that is judged: it must not confirm itself.
    const others = Math.max(0, other - 1);
    return shrunkShare(others, other + same, CONTRADICTION.share[level], CONTRADICTION.strength);
  }

  private compared(level: Disagreement): number {
    const { compared } = this.counts;
    return level === "text_differs" ? compared.deposits : compared.lines;
  }

  /**
   * @param lag payment − line, in days
   * @returns bits: how much likelier this lag is for a true pair than for unrelated records, which
   * spread evenly over the window
   */
  lagMatchWeight(item: PayoutItem, lag: number): number {
    if (lag < -FUZZY_WINDOW.before || lag > FUZZY_WINDOW.after) return OUTSIDE_WINDOW_WEIGHT;
    if (lag < -WINDOW.before || lag > WINDOW.after) return FUZZY_LAG_WEIGHT;
    let weight = this.lagWeightsOf[item.rateGroup];
    if (!weight) {
      weight = lagTable(this.counts.lags.get(rateKey(item)), !item.line);
      this.lagWeightsOf[item.rateGroup] = weight;
    }
    return weight[lag + LAG_SPAN.before] ?? OUTSIDE_WINDOW_WEIGHT;
  }
}

/** Tests whether what the texts say speaks against a pair. */
export function isContradiction(level: DetailLevel): level is Contradiction {
  return level in CONTRADICTIONS;
}

function isVariation(level: NameLevel): level is Variation {
  return VARIATIONS.some((each) => each === level);
}

function isDisagreement(level: NameLevel): level is Disagreement {
  return DISAGREEMENTS.some((each) => each === level);
}

function shrunkShare(count: number, seen: number, prior: number, strength: number): number {
  return (count + prior * strength) / (seen + strength);
}

/**
 * What a day shares with the next one. Bounded, because with much data an empty day is a fact: where a week's receipts
 * are dated the Sunday after, the Sunday before has none, however many the Sundays themselves have.
 */
function blurred(count = 0): number {
  return Math.min(NEIGHBOR_SHARE * count, MAX_BLURRED);
}

function lagTable(seen: Float64Array | undefined, isWholeDeposit: boolean): Float64Array {
  let total = 0;
  for (const count of seen ?? []) total += count;
  return Float64Array.from({ length: LAG_SPAN_DAYS }, (_, at) => {
    const count =
      // Less the pair that is judged: it must not confirm its own date.
      (1 - 2 * NEIGHBOR_SHARE) * Math.max(0, (seen?.[at] ?? 0) - 1) +
      blurred(seen?.[at - 1]) +
      blurred(seen?.[at + 1]);
    const prior = lagPrior(at - LAG_SPAN.before, isWholeDeposit);
    return Math.log2(shrunkShare(count, total, prior, PRIOR_STRENGTH.lag) * WINDOW_DAYS);
  });
}
