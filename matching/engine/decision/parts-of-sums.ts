import type { CandidatePairs } from "../compare/candidate-pairs";
import type { LinkageModel } from "../compare/model";
import { isIdentity } from "../compare/score";
import { RelationIndex } from "../grouping/relations";
import { WINDOW_DAYS } from "../parameters";
import type { LedgerRow, PayoutItem } from "../records/records";
import type { DecidedSet, PairProposal } from "./outcome";

type Model = Pick<LinkageModel, "records" | "scorer" | "chance">;

/** A line whose proposal is less probable than this may be a sum of several payments. */
const MAX_OPEN_PROBABILITY = 0.9;
/** Parts of a sum are booked within so many days of their line. */
const DAYS_AROUND = 7;
/** Match weight, in bits, from which a payment may be of a line's customer, or of the same family. */
const MIN_RELATION_WEIGHT = -1;
/** Less doubt than this changes no decision. */
const MIN_DOUBT = 0.001;
/** Number of lines that the prior share of sums counts for; the prior is none. */
const STRENGTH = 100;

/**
 * A payment that fits one line on its own may be a part of another, larger line of the same family that
 * nothing explains: a parent's two memberships in one charge. How likely that is follows from the books at
 * hand: how many of their lines are sums of a customer's payments, and how common the payment's amount is.
 * Identities are beyond doubt.
 * @param pairs accepted pairs; `probability` and `isPartOfSum` are modified in place
 */
export function doubtPartsOfSums(
  proposals: readonly PairProposal[],
  sets: readonly DecidedSet[],
  pairs: CandidatePairs,
  model: Model,
): void {
  const share = shareOfSums(proposals, sets);
  if (share === 0) return;
  const open = openLines(proposals, sets, model);
  const possible = possibleParts(open, model);
  const doubtOf = (row: LedgerRow) => share * commonness(row, possible, model);
  const doubtful = proposals.filter(({ row, pair }) => {
    return doubtOf(row) >= MIN_DOUBT && !isIdentity(pairs.comparison(pair));
  });
  if (doubtful.length === 0) return;
  const rows = doubtful.map(({ row }) => row);
  const parts = partsOfOpenLines(rows, open, model);
  for (const each of doubtful) {
    if (!parts.has(each.row)) continue;
    each.probability *= 1 - doubtOf(each.row);
    each.isPartOfSum = true;
  }
}

function shareOfSums(proposals: readonly PairProposal[], sets: readonly DecidedSet[]): number {
  let sums = 0;
  let lines = proposals.length;
  for (const { items, rows, probability, nameMatchWeight } of sets) {
    lines += items.length;
    if (items.length === 1 && rows.length > 1 && nameMatchWeight > 0) sums += probability;
  }
  return sums / (lines + STRENGTH);
}

/** How many payments are small enough to be a part of an open line. */
function possibleParts(open: readonly PayoutItem[], { records }: Model): number {
  let largest = 0;
  for (const { net } of open) largest = Math.max(largest, Math.abs(net));
  let count = 0;
  for (const { amount } of records.rows) if (Math.abs(amount) < largest) count += 1;
  return count;
}

/** Share of the possible parts that have a row's amount and are near it in time. */
function commonness(
  { currency, amount, day }: LedgerRow,
  possible: number,
  { chance }: Model,
): number {
  const group = chance.group(currency, amount);
  if (group === undefined || possible === 0) return 0;
  const half = WINDOW_DAYS >> 1;
  const [from, to] = chance.amounts.placesBetween(group, day - half, day + half);
  return Math.min(1, Math.max(0, to - from - 1) / possible);
}

/** Lines that no proposal explains well. */
function openLines(
  proposals: readonly PairProposal[],
  sets: readonly DecidedSet[],
  { records }: Model,
): PayoutItem[] {
  const explained = new Set<PayoutItem>();
  for (const { items, probability } of sets) {
    if (probability >= MAX_OPEN_PROBABILITY) for (const item of items) explained.add(item);
  }
  for (const { item, probability } of proposals) {
    if (probability >= MAX_OPEN_PROBABILITY) explained.add(item);
  }
  return records.items.filter((item) => item.line && item.isLinkable && !explained.has(item));
}

/** Which of the rows may be a part of one of the open lines. */
function partsOfOpenLines(
  rows: LedgerRow[],
  open: readonly PayoutItem[],
  { records, scorer }: Model,
): ReadonlySet<LedgerRow> {
  const index = new RelationIndex({ records, scorer, rows }, undefined, MIN_RELATION_WEIGHT);
  const parts = new Set<LedgerRow>();
  for (const item of open) {
    for (const { row } of index.relationsOf(item)) {
      const isPart =
        Math.sign(row.amount) === Math.sign(item.gross) &&
        Math.abs(row.amount) < Math.abs(item.net) &&
        Math.abs(row.day - item.day) <= DAYS_AROUND;
      if (isPart) parts.add(row);
    }
  }
  return parts;
}
