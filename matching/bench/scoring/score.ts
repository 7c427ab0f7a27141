import type { Match } from "@/matching/engine/contract";
import type { Dataset, TruthKind } from "../model";
import { type Classes, classesOf, Multiset } from "./classes";

export interface KindCount {
  /** Pairs of this kind in the truth, and how many of them were proposed. */
  true: number;
  found: number;
}

/** One proposal as calibration sees it. */
export interface Judged {
  probability: number;
  /** Exactly one true group: no pair of it wrong, none missing. */
  right: boolean;
  auto: boolean;
  /** One line (or whole deposit) and one payment. */
  isPair: boolean;
}

/** Counts of pairs (line or whole deposit, payment). Counts of several data sets add up. */
export interface Score {
  truePairs: number;
  proposedPairs: number;
  rightPairs: number;
  autoPairs: number;
  rightAutoPairs: number;
  /** Of the wrong automatic pairs: equal records of one customer, exchanged; see {@link exchangedAmong}. */
  exchangedAutoPairs: number;
  kinds: Map<TruthKind, KindCount>;
  judged: Judged[];
}

/** Compares proposals with the truth, pair by pair; exchangeable rows count as one another. */
export function score(dataset: Dataset, proposals: readonly Proposal[]): Score {
  const classes = classesOf(dataset);
  const isExchanged = exchangedAmong(dataset, proposals);
  const result = emptyScore();
  const open = new Multiset();
  const groups = new Multiset();
  for (const group of dataset.truth.groups) {
    const pairs = pairsOf(group, classes);
    for (const pair of pairs) open.add(pair);
    groups.add(groupKey(pairs));
    result.truePairs += pairs.length;
    kindOf(result, group.kind).true += pairs.length;
  }
  const found = new Multiset();
  // The surer ones first, so that a doubtful double does not take the right one's place.
  const sorted = [...proposals].sort((a, b) => b.probability - a.probability);
  for (const proposal of sorted) {
    const pairs = pairsOf(proposal, classes);
    let right = 0;
    for (const pair of pairs) {
      if (!open.take(pair)) continue;
      found.add(pair);
      right++;
    }
    result.proposedPairs += pairs.length;
    result.rightPairs += right;
    if (proposal.auto) {
      result.autoPairs += pairs.length;
      result.rightAutoPairs += right;
      if (right === 0 && isExchanged(proposal)) result.exchangedAutoPairs++;
    }
    const whole = groups.take(groupKey(pairs));
    const { probability, auto } = proposal;
    result.judged.push({ probability, right: whole, auto, isPair: pairs.length === 1 });
  }
  for (const group of dataset.truth.groups) {
    const kind = kindOf(result, group.kind);
    for (const pair of pairsOf(group, classes)) if (found.take(pair)) kind.found++;
  }
  return result;
}

export function emptyScore(): Score {
  return {
    truePairs: 0,
    proposedPairs: 0,
    rightPairs: 0,
    autoPairs: 0,
    rightAutoPairs: 0,
    exchangedAutoPairs: 0,
    kinds: new Map(),
    judged: [],
  };
}

/** The counts of several data sets as if they were one. */
export function addScores(scores: readonly Score[]): Score {
  const sum = emptyScore();
  for (const each of scores) {
    sum.truePairs += each.truePairs;
    sum.proposedPairs += each.proposedPairs;
    sum.rightPairs += each.rightPairs;
    sum.autoPairs += each.autoPairs;
    sum.rightAutoPairs += each.rightAutoPairs;
    sum.exchangedAutoPairs += each.exchangedAutoPairs;
    for (const judged of each.judged) sum.judged.push(judged);
    for (const [kind, count] of each.kinds) {
      const total = kindOf(sum, kind);
      total.true += count.true;
      total.found += count.found;
    }
  }
  return sum;
}

export function precision({ rightPairs, proposedPairs }: Score): number {
  return proposedPairs === 0 ? 1 : rightPairs / proposedPairs;
}

export function recall({ rightPairs, truePairs }: Score): number {
  return truePairs === 0 ? 1 : rightPairs / truePairs;
}

export function f1({ rightPairs, proposedPairs, truePairs }: Score): number {
  return proposedPairs + truePairs === 0 ? 1 : (2 * rightPairs) / (proposedPairs + truePairs);
}

export function autoPrecision({ rightAutoPairs, autoPairs }: Score): number {
  return autoPairs === 0 ? 1 : rightAutoPairs / autoPairs;
}

/** Right pairs that were made without a person, as a share of all true pairs. */
export function autoCoverage({ rightAutoPairs, truePairs }: Score): number {
  return truePairs === 0 ? 1 : rightAutoPairs / truePairs;
}

function kindOf({ kinds }: Score, kind: TruthKind): KindCount {
  let count = kinds.get(kind);
  if (!count) {
    count = { true: 0, found: 0 };
    kinds.set(kind, count);
  }
  return count;
}

/** Lines and payments that explain each other, in the truth or in a proposal. */
export type Group = Pick<Proposal, "depositId" | "lineIds" | "paymentIds">;

/** Every line (or the whole deposit) with every payment of a group, by interchangeable class. */
export function pairsOf({ depositId, lineIds, paymentIds }: Group, classes: Classes): string[] {
  const left = (lineIds.length > 0 ? lineIds : [depositId]).map((id) => classes.line.get(id) ?? id);
  const right = paymentIds.map((id) => classes.payment.get(id) ?? id);
  return left.flatMap((line) => right.map((payment) => `${line} | ${payment}`));
}

function groupKey(pairs: string[]): string {
  return [...pairs].sort().join("\n");
}

/**
 * Finds automatic links that the truth makes otherwise, but between records of the same customer and
 * amount, all of which are matched automatically: the books are the same either way.
 * @returns tests a proposal
 */
function exchangedAmong(
  { deposits, payments, truth }: Dataset,
  proposals: readonly Proposal[],
): (proposal: Proposal) => boolean {
  const keyOfLine = new Map<string, string>();
  for (const { lines = [], currency } of deposits) {
    for (const { id, amount } of lines) {
      keyOfLine.set(id, `${truth.lineFacts.get(id)?.customer} ${currency} ${amount}`);
    }
  }
  const keyOfPayment = new Map(
    payments.map(({ id, currency, amount }) => {
      return [id, `${truth.paymentFacts.get(id)?.customer} ${currency} ${amount}`];
    }),
  );
  const paymentOf = new Map<string, string>();
  const lineOf = new Map<string, string>();
  for (const { lineIds, paymentIds } of truth.groups) {
    const [line, payment] = [lineIds[0], paymentIds[0]];
    if (!line || !payment || lineIds.length * paymentIds.length !== 1) continue;
    paymentOf.set(line, payment);
    lineOf.set(payment, line);
  }
  const automatic = new Set(
    proposals.flatMap(({ auto, lineIds, paymentIds }) => (auto ? [...lineIds, ...paymentIds] : [])),
  );
  return ({ lineIds, paymentIds }) => {
    const [line, payment] = [lineIds[0], paymentIds[0]];
    if (!line || !payment || lineIds.length * paymentIds.length !== 1) return false;
    const ownPayment = paymentOf.get(line) ?? "";
    const ownLine = lineOf.get(payment) ?? "";
    const key = keyOfLine.get(line);
    return (
      key === keyOfPayment.get(payment) &&
      key === keyOfPayment.get(ownPayment) &&
      key === keyOfLine.get(ownLine) &&
      automatic.has(ownPayment) &&
      automatic.has(ownLine)
    );
  };
}

/** What is scored: the records matched, the probability, and whether the match is automatic. */
export interface Proposal {
  depositId: string;
  /** Empty: the deposit as a whole. */
  lineIds: readonly string[];
  paymentIds: readonly string[];
  probability: number;
  auto: boolean;
}

export function toProposal(match: Match): Proposal {
  const { depositId, lineIds, paymentIds, probability, decision } = match;
  return { depositId, lineIds, paymentIds, probability, auto: decision === "auto" };
}
