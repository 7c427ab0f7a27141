import type { Comparison } from "./pairs";
import { AUTO_LAG, AUTO_PROBABILITY, AUTO_SET_LAG, SUGGEST_PROBABILITY } from "./prior";
import { isIdentity } from "./score";
import type { SetProposal } from "./set-proposal";
import type { Algorithm } from "./types";

export type Decision = "auto" | "suggested" | null;

const SAME_CUSTOMER = new Set(["same_name", "same_email", "confirmed_names"]);

/**
 * What may be done with a pair. `smart` acts alone only on equal, known amounts where nothing
 * contradicts; `exact` accepts only what amount and reference or name prove; `fuzzy` only suggests.
 */
export function decidePair(
  pair: Comparison,
  probability: number,
  wasUndone: boolean,
  algorithm: Algorithm,
): Decision {
  const sure = probability >= AUTO_PROBABILITY && !wasUndone;
  if (algorithm === "exact") {
    const agrees = isIdentity(pair) || SAME_CUSTOMER.has(pair.name);
    return sure && agrees && isStatedAmount(pair) ? "auto" : null;
  }
  if (probability < SUGGEST_PROBABILITY) return null;
  return algorithm === "smart" && sure && isSettled(pair) ? "auto" : "suggested";
}

/** Whether a pair of this kind may be acted on without a person, its probability aside. */
export function isSettled(pair: Comparison): boolean {
  if (!isStatedAmount(pair)) return false;
  if (isIdentity(pair)) return true;
  return pair.referenceBits >= 0 && pair.nameBits >= 0 && Math.abs(pair.lag) <= AUTO_LAG;
}

function isStatedAmount({ amount }: Comparison): boolean {
  return amount === "exact_gross" || amount === "exact_net";
}

/** Sets need more than their sum: a customer or a complete group, and an amount that is stated. */
export function decideSet(set: SetProposal, wasUndone: boolean, algorithm: Algorithm): Decision {
  if (algorithm === "exact" || set.probability < SUGGEST_PROBABILITY) return null;
  const near = Math.abs(set.lag) <= AUTO_SET_LAG;
  const supported = set.completeAs !== null && set.nameBits >= 0 && near;
  const sure = set.probability >= AUTO_PROBABILITY && supported && !wasUndone;
  return algorithm === "smart" && sure && set.level !== "sum_less_fee" ? "auto" : "suggested";
}
