import { comparable } from "@/matching/engine/comparable";
import { isAgainst } from "../compare/open-invoices";
import type { Evidence } from "../contract";
import type { PayoutItem } from "../records/records";
import { explainPair } from "./explain";
import type { Outcome } from "./outcome";
import { customerNamesOf } from "./proposals";

/** A payment that a line could be, whether or not it is the one proposed. */
export interface Candidate {
  paymentId: string;
  /** 0 to 1; those of a line add up to at most 1. */
  probability: number;
  evidence: Evidence[];
}

/** More candidates than a person looks through are left out, and so are improbable ones. */
const MAX_CANDIDATES = 5;
const MIN_CANDIDATE_PROBABILITY = 0.001;

/** The payments that an item could be, best first, with what speaks for and against each. */
export function candidatesOf(item: PayoutItem, outcome: Outcome): Candidate[] {
  const { training, calibration, records } = outcome;
  const { pairs, probabilities } = training;
  const names = customerNamesOf(records);
  const found: { pair: number; probability: number }[] = [];
  for (let at = pairs.itemBegin(item.index); at < pairs.itemEnd(item.index); at++) {
    const pair = pairs.itemPair(at);
    const probability = probabilities[pair] ?? 0;
    const isTold = probability >= MIN_CANDIDATE_PROBABILITY || isAgainst(pairs.invoiceOf(pair));
    if (isTold) found.push({ pair, probability });
  }
  return found
    .sort(
      (a, b) =>
        comparable(b.probability) - comparable(a.probability) ||
        pairs.rowOf(a.pair) - pairs.rowOf(b.pair),
    )
    .slice(0, MAX_CANDIDATES)
    .flatMap(({ pair, probability }) => {
      const row = records.rows[pairs.rowOf(pair)];
      if (!row) return [];
      const score = training.scoreOf(pair);
      const reference = records.strings.referenceKeys[score.referenceId] ?? "";
      const others = calibration.alternatives(pair).count;
      const sharedWords = outcome.model.texts.compare(item, row).words;
      const facts = { item, row, score, names, reference, sharedWords, probability, others };
      return [{ paymentId: row.payment.id, probability, evidence: explainPair(facts) }];
    });
}
