import { lagPriorWeight } from "../compare/date-offset";
import { invoiceLagPriorWeight } from "../compare/invoice-rates";
import type { LedgerRow, PayoutItem } from "../records/records";
import { type Cluster, clusterByCustomer } from "./clusters";
import { type EqualTotals, findEqualTotals } from "./equal-totals";
import {
  type OpenRecords,
  proposeSet,
  type Relation,
  type SetProposal,
  sumWeight,
} from "./set-proposal";
import { log2Choices } from "./subset-sum";
import { UnnamedRecords } from "./unnamed-records";

const MAX_PAYMENTS = 14;
const MAX_NAME_WEIGHT = 12;
const MAX_REFERENCE_WEIGHT = 10;
/** Prior of an open line of a known customer being part of a set, by kind of set, in bits. */
const PRIOR_WEIGHT = { split: -14, batch: -14, both: -17 } as const;
/** Bits lost per further member. */
const MEMBER_WEIGHT = -1;
const NET_WEIGHT = -3;
/** Parts of one sum are close to each other: [days apart at most, bits]. */
const GAP_WEIGHTS = [
  [0, 3],
  [7, 1],
  [15, -1.5],
] as const;
const FAR_GAP_WEIGHT = -3;
/** References from this weight on, in bits, separate a customer's payments. */
const MIN_REFERENCE_WEIGHT = 7;
const COMPLETE_AS = {
  split: "open payments of this customer",
  batch: "open lines of this customer in this payout",
  both: "open lines and payments of this customer",
};

/**
 * Finds sets whose members share a customer or a reference: one line recorded as several payments,
 * several lines of one deposit recorded as one payment, or lines and payments divided differently.
 * One record of a set may have no customer.
 * @returns proposals in the order of the clusters; they may share records
 */
export function findCustomerSets(open: OpenRecords): SetProposal[] {
  const unnamed = new UnnamedRecords(open);
  return clusterByCustomer(open).flatMap((cluster) => setsOf(open, cluster, unnamed));
}

function setsOf(open: OpenRecords, cluster: Cluster, unnamed: UnnamedRecords): SetProposal[] {
  const all = new Set(cluster.flatMap(({ relations }) => [...relations.keys()]));
  if (cluster.length + all.size < 2) return [];
  const items = cluster.map(({ item }) => item);
  const near = Array.from(all, (row) => ({ row, distance: Math.abs(lagOf(items, row)) }))
    .sort((a, b) => a.distance - b.distance || a.row.index - b.row.index)
    .slice(0, MAX_PAYMENTS)
    .map(({ row }) => row);
  return findEqualTotals(open, items, near, unnamed).flatMap(
    (one) => setOf(open, one, cluster, all.size) ?? [],
  );
}

function setOf(
  open: OpenRecords,
  { items, rows, level, unnamedWeight }: EqualTotals,
  cluster: Cluster,
  payments: number,
): SetProposal | null {
  const hasUnnamed = unnamedWeight < 0;
  const relations = rows.flatMap((row) => strongestRelation(cluster, items, row) ?? []);
  if (relations.length < rows.length - (hasUnnamed ? 1 : 0)) return null;
  const weakest = relations.reduce(
    (a, b) => (b.weight < a.weight ? b : a),
    relations[0] ?? NO_RELATION,
  );
  const gaps = gapsOf(items, rows);
  const [k, n] = [items.length, rows.length];
  const kind = k === 1 ? "split" : n === 1 ? "batch" : "both";
  const choices =
    (n > 1 ? log2Choices(payments, n) : 0) + (k > 1 ? log2Choices(cluster.length, k) : 0);
  const amounts = [...rows.map(({ amount }) => amount), ...items.map(({ gross }) => gross)];
  const total = rows.reduce((sum, { amount }) => sum + amount, 0);
  const isAll = (k === 1 || k >= cluster.length) && (n === 1 || n >= payments);
  // Lines of one customer belong together without a name on the payment.
  const nameMatchWeight =
    relations.length === 0
      ? MAX_NAME_WEIGHT
      : weakest.weight - Math.max(0, weakest.referenceMatchWeight);
  return proposeSet(open, {
    items,
    rows,
    level,
    priorWeight:
      PRIOR_WEIGHT[kind] +
      (relations.length === 0 ? MAX_NAME_WEIGHT : 0) +
      MEMBER_WEIGHT * (k + n - 3) +
      (level === "sum_gross" ? 0 : NET_WEIGHT) +
      unnamedWeight,
    sumWeight: sumWeight(level === "sum_gross" ? amounts : [total], total) - choices,
    completeAs: hasUnnamed
      ? null
      : isAll
        ? COMPLETE_AS[kind]
        : allOfReference(cluster, items, rows),
    completenessWeight: 0,
    name: weakest.name,
    nameMatchWeight: relations.length === 0 ? 0 : Math.min(MAX_NAME_WEIGHT, nameMatchWeight),
    referenceMatchWeight: hasUnnamed
      ? 0
      : Math.min(
          MAX_REFERENCE_WEIGHT,
          ...relations.map((relation) => Math.max(0, relation.referenceMatchWeight)),
        ),
    lag: gaps.lag,
    dateMatchWeight:
      (rows[0]?.invoice
        ? invoiceLagPriorWeight(gaps.nearest)
        : lagPriorWeight(gaps.nearest, k === 1 && !items[0]?.line)) + gaps.weight,
  });
}

/**
 * Label of a set whose payments are all those that share a reference with its lines; otherwise
 * null.
 */
function allOfReference(cluster: Cluster, items: PayoutItem[], rows: LedgerRow[]): string | null {
  const referring = new Set<LedgerRow>();
  for (const { item, relations } of cluster) {
    if (!items.includes(item)) continue;
    for (const { row, referenceMatchWeight } of relations.values()) {
      if (referenceMatchWeight >= MIN_REFERENCE_WEIGHT) referring.add(row);
    }
  }
  const isAll = referring.size === rows.length && rows.every((row) => referring.has(row));
  return isAll ? "open payments with this reference" : null;
}

const NO_RELATION: Pick<Relation, "name" | "weight" | "referenceMatchWeight"> = {
  name: "unknown",
  weight: 0,
  referenceMatchWeight: 0,
};

function strongestRelation(cluster: Cluster, items: PayoutItem[], row: LedgerRow): Relation | null {
  let best: Relation | null = null;
  for (const { item, relations } of cluster) {
    const relation = items.includes(item) ? relations.get(row) : undefined;
    if (relation && (!best || relation.weight > best.weight)) best = relation;
  }
  return best;
}

/**
 * Lags of the nearest and of the farthest payment in days, and the weight of the gaps between them.
 */
function gapsOf(
  items: PayoutItem[],
  rows: LedgerRow[],
): { nearest: number; lag: number; weight: number } {
  const lags = rows.map((row) => lagOf(items, row)).sort((a, b) => a - b);
  const nearest = lags.reduce((a, b) => (Math.abs(b) < Math.abs(a) ? b : a));
  const lag = lags.reduce((a, b) => (Math.abs(b) > Math.abs(a) ? b : a));
  let weight = 0;
  for (let i = 1; i < lags.length; i++) {
    const gap = (lags[i] ?? 0) - (lags[i - 1] ?? 0);
    weight += GAP_WEIGHTS.find(([days]) => gap <= days)?.[1] ?? FAR_GAP_WEIGHT;
  }
  return { nearest, lag, weight };
}

/** Days from the nearest line to a payment. */
function lagOf(items: PayoutItem[], row: LedgerRow): number {
  let nearest = Number.POSITIVE_INFINITY;
  for (const { day } of items) {
    const lag = row.day - day;
    if (Math.abs(lag) < Math.abs(nearest)) nearest = lag;
  }
  return nearest;
}
