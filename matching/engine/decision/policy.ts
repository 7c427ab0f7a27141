import type { Comparison } from "../compare/candidate-pairs";
import { isIdentity } from "../compare/score";
import type { MatchOptions } from "../contract";
import type { SetProposal } from "../grouping/set-proposal";
import {
  FITTED_PARAMETERS,
  MIN_AUTO_WHOLE,
  MIN_CLOSE_LAG_WEIGHT,
  MIN_SUGGEST_PROBABILITY,
} from "../parameters";
import { NONE } from "../text/string-table";

/** Null: not proposed. */
export type Decision = "auto" | "suggested" | null;

/** What the policy reads of a comparison. */
type Decisive = Pick<Comparison, "amount" | "name" | "referenceMatchWeight">;

const SAME_CUSTOMER = new Set(["same_name", "same_email", "confirmed_names"]);

/**
 * Policy for pairs. `smart` matches automatically on equal, stated amounts without contradiction;
 * `exact` accepts only pairs proved by amount and reference or name; `fuzzy` only suggests.
 * @param probability calibrated, 0 to 1
 * @param needsPerson the user undid this match before, or the customers disagree in an unusual way
 */
export function decidePair(
  pair: Decisive,
  probability: number,
  needsPerson: boolean,
  { algorithm, parameters = FITTED_PARAMETERS }: MatchOptions,
): Decision {
  const isSure = probability >= parameters.minAutoProbability && !needsPerson;
  if (algorithm === "exact") {
    const agrees = isIdentity(pair) || SAME_CUSTOMER.has(pair.name);
    return isSure && agrees && isStatedAmount(pair) ? "auto" : null;
  }
  if (probability < MIN_SUGGEST_PROBABILITY) return null;
  return algorithm === "smart" && isSure && isAutoEligible(pair) ? "auto" : "suggested";
}

/** Tests whether a pair may be matched automatically, apart from its probability. */
export function isAutoEligible(pair: Decisive): boolean {
  return isStatedAmount(pair) && pair.referenceMatchWeight >= 0;
}

function isStatedAmount({ amount }: Decisive): boolean {
  return amount === "exact_gross" || amount === "exact_net";
}

/**
 * Policy for sets. An automatic match needs more than the sum: a complete group or one customer, dates
 * close together and a stated amount.
 */
export function decideSet(
  set: SetProposal,
  wasUndone: boolean,
  { algorithm, parameters = FITTED_PARAMETERS }: MatchOptions,
): Decision {
  if (algorithm === "exact" || set.probability < MIN_SUGGEST_PROBABILITY) return null;
  const { minAutoProbability } = parameters;
  const least = set.rule ? Math.min(minAutoProbability, MIN_AUTO_WHOLE) : minAutoProbability;
  const isSure = set.probability >= least && !wasUndone;
  return algorithm === "smart" && isSure && isAutoEligibleSet(set) ? "auto" : "suggested";
}

/**
 * Tests whether a set may be matched automatically, apart from its probability: its amounts are stated, or its fee is
 * proved, and one line or one payment is divided. Several lines and several payments have to be all of their kind, and as close as is usual.
 */
export function isAutoEligibleSet(set: SetProposal): boolean {
  const isComplete = set.completeAs !== null && set.dateMatchWeight >= MIN_CLOSE_LAG_WEIGHT;
  return (isOneSided(set) || isComplete) && !set.needsPerson && set.level !== "sum_less_fee";
}

/** Lines and payments that are divided differently need more than a sure payout. */
export function isOneSided({ items, rows }: SetProposal): boolean {
  return items.length === 1 || rows.length === 1;
}

/**
 * Tests whether more than the sum relates a set's records, so that it may be accepted with the rest of its payout. Not so
 * for several payments of one line without its name or number, nor for a payment of several lines without customer and memo.
 */
export function isRelated({ items, rows, nameMatchWeight, priorWeight }: SetProposal): boolean {
  const isNumbered = (id: number) => rows.some(({ references }) => references.includes(id));
  if (nameMatchWeight > 0 || items[0]?.references.some(isNumbered)) return true;
  if (items.length === 1) return rows.length === 1;
  return priorWeight > 0 || rows.every(({ name, text }) => name !== NONE || text !== NONE);
}
