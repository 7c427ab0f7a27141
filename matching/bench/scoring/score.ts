import type { Dataset, TruthKind } from "../model";
import type { Judged } from "./calibration";
import { type Classes, classesOf, Multiset } from "./classes";
import { booksView, rightInBooks } from "./in-books";
import type { Proposal } from "./proposal";
import { spansDeposits } from "./truth-groups";

export interface KindCount {
  /** Pairs of this kind in the truth, and how many of them were proposed. */
  true: number;
  found: number;
}

/** One proposal as calibration sees it: right where all its payments belong on the deposit. */
export interface JudgedProposal extends Judged {
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
  /** Payments that would be on a Deposit without a person, and those that a bookkeeper would leave there. */
  autoLinks: number;
  rightAutoLinks: number;
  kinds: Map<TruthKind, KindCount>;
  judged: JudgedProposal[];
}

/**
 * Compares proposals with the truth: pair by pair, where interchangeable rows count as one another, and
 * link by link in the books, where all equal payments of one customer do.
 */
export function score(dataset: Dataset, proposals: readonly Proposal[]): Score {
  const classes = classesOf(dataset);
  const links = rightInBooks(booksView(dataset), proposals);
  const spans = spansDeposits(dataset);
  const groups = dataset.truth.groups.filter((group) => !spans(group));
  const result = emptyScore();
  const open = new Multiset();
  for (const group of groups) {
    const pairs = pairsOf(group, classes);
    for (const pair of pairs) open.add(pair);
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
    const { probability, auto, paymentIds } = proposal;
    const rightLinks = links.get(proposal) ?? 0;
    if (auto) {
      result.autoPairs += pairs.length;
      result.rightAutoPairs += right;
      result.autoLinks += paymentIds.length;
      result.rightAutoLinks += rightLinks;
    }
    const isRight = rightLinks === paymentIds.length;
    result.judged.push({ probability, right: isRight, auto, isPair: pairs.length === 1 });
  }
  for (const group of groups) {
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
    autoLinks: 0,
    rightAutoLinks: 0,
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
    sum.autoLinks += each.autoLinks;
    sum.rightAutoLinks += each.rightAutoLinks;
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

/** Automatic links that are right in the books, as a share of all automatic links. */
export function autoPrecisionInBooks({ rightAutoLinks, autoLinks }: Score): number {
  return autoLinks === 0 ? 1 : rightAutoLinks / autoLinks;
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
