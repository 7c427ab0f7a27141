import { comparable } from "@/matching/engine/comparable";
import type { UnmatchedCandidate } from "../contract";
import type { PayoutItem } from "../records/records";
import type { Outcome } from "./outcome";
import type { Absence } from "./unmatched";

/** More candidates than a person looks through are left out, and so are improbable ones. */
const MAX_CANDIDATES = 3;
const MIN_CANDIDATE_PROBABILITY = 0.01;

/**
 * What is told of an open item: the probability that its payment is not in the books, and the best
 * of the open payments that it could be. The probabilities add up to at most 1.
 * @param notInBooks probability, 0 to 1
 */
export function absenceOf(item: PayoutItem, notInBooks: number, outcome: Outcome): Absence {
  const known = outcome.differences?.open.get(item);
  const candidates =
    known?.candidates.map((each) => ({
      ...each,
      probability: Math.min(each.probability, roundedDown(1 - notInBooks)),
    })) ?? candidatesOf(item, 1 - notInBooks, outcome);
  return {
    notInBooks: roundedDown(notInBooks),
    ...(candidates.length > 0 && { candidates: candidates.slice(0, MAX_CANDIDATES) }),
    ...(known?.partOf && { partOf: known.partOf }),
  };
}

/** Best first; `left` is the probability that they divide. */
function candidatesOf(item: PayoutItem, left: number, outcome: Outcome): UnmatchedCandidate[] {
  const { training, records, matchedRows } = outcome;
  const { pairs, probabilities } = training;
  const open: { index: number; id: string; probability: number }[] = [];
  let total = 0;
  for (let at = pairs.itemBegin(item.index); at < pairs.itemEnd(item.index); at++) {
    const pair = pairs.itemPair(at);
    const index = pairs.rowOf(pair);
    const row = records.rows[index];
    if (!row || matchedRows[index] === 1) continue;
    const probability = probabilities[pair] ?? 0;
    total += probability;
    open.push({ index, id: row.payment.id, probability });
  }
  const scale = Math.min(1, left / total);
  return open
    .sort((a, b) => comparable(b.probability) - comparable(a.probability) || a.index - b.index)
    .map(({ id, probability }) => ({
      paymentIds: [id],
      probability: roundedDown(probability * scale),
    }))
    .filter(({ probability }) => probability >= MIN_CANDIDATE_PROBABILITY);
}

/** Down, so that the sum stays below 1. */
function roundedDown(probability: number): number {
  return Math.floor(probability * 1e6) / 1e6;
}
