import { normalize } from "./normalize";
import { pairRows } from "./pairing";
import { toMatches } from "./proposals";
import { summarize } from "./stats";
import type { DepositInput, MatchOptions, MatchResult, PaymentInput } from "./types";
import { explainUnmatched } from "./unmatched";

/**
 * Proposes which payments of the ledger explain which lines of the deposits (a deposit without lines
 * is matched as a whole). Pure, total and independent of the order of its input. Amounts are integers
 * in minor units. Every payment and every line is in at most one match; what stays open has a reason.
 */
export function match(
  deposits: DepositInput[],
  payments: PaymentInput[],
  options: MatchOptions,
): MatchResult {
  const onStage = options.onStage ?? (() => {});
  onStage("normalize");
  const rows = normalize(deposits, payments);
  const outcome = pairRows(rows, options, onStage);
  onStage("explain");
  const matches = toMatches(outcome);
  return {
    matches,
    unmatched: explainUnmatched(outcome),
    stats: summarize(deposits, payments, matches),
  };
}
