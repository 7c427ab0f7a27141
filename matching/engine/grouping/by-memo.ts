import { append } from "../collections/append";
import { lowerBound } from "../collections/lower-bound";
import { lagPriorWeight } from "../compare/date-offset";
import type { LedgerRow, PayoutItem } from "../records/records";
import { NONE } from "../text/string-table";
import { type OpenRecords, proposeSet, type SetProposal, sumWeight } from "./set-proposal";

/** More payments with one memo are how these books write it, not one charge. */
const MAX_PAYMENTS = 12;
/** Days before and after the charge on which its payments are recorded. */
const DAYS_AROUND = { before: 3, after: 14 } as const;
/** Prior of a group being one charge, in bits. */
const PRIOR_WEIGHT = -7;
/** Bits won because no payment of the day with that memo is left out. */
const COMPLETE_WEIGHT = 3;

/**
 * Finds charges recorded as all payments of one day that have one memo, whoever their customers are: an agency pays
 * "ad spend" for three clients. Such a set is complete, but names no customer, so it is only ever suggested.
 * O(rows + items).
 * @returns proposals in the order of the lines; they may share records
 */
export function findMemoSets(open: OpenRecords): SetProposal[] {
  const groups = groupsOf(open.rows);
  const lines = open.items.filter(({ line, isLinkable }) => line && isLinkable);
  const byTotal = new Map<string, LedgerRow[][]>();
  for (const rows of groups) append(byTotal, keyOf(rows[0]?.currency, totalOf(rows)), rows);
  const groupsNear = counterOf(groups.map((rows) => rows[0]?.day ?? 0));
  const linesNear = counterOf(lines.map(({ day }) => day));
  return lines.flatMap((item) =>
    (byTotal.get(keyOf(item.currency, item.gross)) ?? []).flatMap((rows) =>
      setOf(open, item, rows, groupsNear(item.day) * linesNear(item.day)),
    ),
  );
}

/** @param others number of groups and lines near, any two of which may have one amount by chance */
function setOf(
  open: OpenRecords,
  item: PayoutItem,
  rows: LedgerRow[],
  others: number,
): SetProposal[] {
  const lag = (rows[0]?.day ?? 0) - item.day;
  if (lag < -DAYS_AROUND.before || lag > DAYS_AROUND.after) return [];
  const priorWeight = PRIOR_WEIGHT - Math.log2(others);
  return [
    proposeSet(open, {
      ...{ items: [item], rows, level: "sum_gross", priorWeight, lag },
      sumWeight: sumWeight(
        rows.map(({ amount }) => amount),
        item.gross,
      ),
      completeAs: null,
      completenessWeight: COMPLETE_WEIGHT,
      ...{ name: "unknown", nameMatchWeight: 0 },
      dateMatchWeight: lagPriorWeight(lag, false),
    }),
  ];
}

/** @returns how many of the days are near a given one */
function counterOf(days: number[]): (day: number) => number {
  const sorted = days.sort((a, b) => a - b);
  const { before, after } = DAYS_AROUND;
  return (day) => lowerBound(sorted, day + after + 1) - lowerBound(sorted, day - before);
}

function keyOf(currency: string | undefined, amount: number): string {
  return `${currency} ${amount}`;
}

function totalOf(rows: readonly LedgerRow[]): number {
  return rows.reduce((sum, { amount }) => sum + amount, 0);
}

/** Open payments of one day with the same memo, at least two. */
function groupsOf(rows: readonly LedgerRow[]): LedgerRow[][] {
  const groups = new Map<string, LedgerRow[]>();
  for (const row of rows) {
    if (row.text === NONE || row.amount <= 0) continue;
    append(groups, `${row.currency} ${row.day} ${row.text}`, row);
  }
  return [...groups.values()].filter(({ length }) => length > 1 && length <= MAX_PAYMENTS);
}
