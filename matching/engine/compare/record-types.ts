import { exp2 } from "@/matching/engine/exp2";
import { METHOD_HINT_MATCH_WEIGHTS, PRIOR_STRENGTH } from "../parameters";
import type { LedgerRow } from "../records/records";

const MIN_MATCH_WEIGHT = -8;
const MAX_MATCH_WEIGHT = 3;
const MIN_SHARE = 0.02;

/**
 * Which record types (sales receipts, payments with a check number, …) come through the processor
 * in this ledger and which do not. Learned from the data, shrunk to a prior that knows cash and
 * checks only.
 */
export class RecordTypeWeights {
  private weights: number[] = [];

  /** @param rows ledger rows, whose method hints give the prior */
  constructor(rows: LedgerRow[]) {
    for (const { recordType, methodHint } of rows)
      this.weights[recordType] = METHOD_HINT_MATCH_WEIGHTS[methodHint];
  }

  /**
   * @returns bits: how much likelier this record type is for a payment with a line than for one
   * without
   */
  matchWeight({ recordType, methodHint }: LedgerRow): number {
    return this.weights[recordType] ?? METHOD_HINT_MATCH_WEIGHTS[methodHint];
  }

  /**
   * Maximization step.
   * @param candidates rows with at least one candidate pair, each with the probability that it is
   * matched
   */
  learn(candidates: Iterable<{ row: LedgerRow; matchedShare: number }>): void {
    const counts = new Map<number, { paired: number; open: number; prior: number }>();
    const total = { paired: 0, open: 0 };
    for (const { row, matchedShare } of candidates) {
      const count = counts.get(row.recordType) ?? {
        paired: 0,
        open: 0,
        prior: METHOD_HINT_MATCH_WEIGHTS[row.methodHint],
      };
      counts.set(row.recordType, count);
      for (const each of [count, total]) {
        each.paired += matchedShare;
        each.open += 1 - matchedShare;
      }
    }
    for (const [recordType, { paired, open, prior }] of counts) {
      const share = Math.max(MIN_SHARE, (paired + open) / (total.paired + total.open));
      const ratio =
        shrunkShare(paired, total.paired, share * exp2(prior)) /
        shrunkShare(open, total.open, share);
      this.weights[recordType] = Math.max(
        MIN_MATCH_WEIGHT,
        Math.min(MAX_MATCH_WEIGHT, Math.log2(ratio)),
      );
    }
  }
}

function shrunkShare(count: number, all: number, expected: number): number {
  return (count + expected * PRIOR_STRENGTH.recordTypes) / (all + PRIOR_STRENGTH.recordTypes);
}
