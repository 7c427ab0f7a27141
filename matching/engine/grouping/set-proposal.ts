import type { FeeRate } from "@/lib/fee-schedules";
import { exp2 } from "@/matching/engine/exp2";
import type { CustomerAliases } from "../compare/customer-aliases";
import type { FeeModel } from "../compare/fee-model";
import type { PastDecisions } from "../compare/past-decisions";
import type { RecordTypeWeights } from "../compare/record-types";
import type { Scorer } from "../compare/score";
import {
  type DetailLevel,
  METHOD_HINT_MATCH_WEIGHTS,
  type NameLevel,
  OTHERWISE_BOOKED_WEIGHT,
} from "../parameters";
import type { LedgerRow, PayoutItem, RecordSet } from "../records/records";

/**
 * Records without a confident pair, and the model that judges sets of them. `items` and `rows` are
 * subsets of those in `records`.
 */
export interface OpenRecords {
  records: RecordSet;
  items: PayoutItem[];
  rows: LedgerRow[];
  scorer: Scorer;
  fees: FeeModel;
  pastDecisions: PastDecisions;
  recordTypes: RecordTypeWeights;
  aliases?: CustomerAliases | undefined;
  /** Finds the payments that names and references relate to an item; a search of its own if absent. */
  relations?: RelationSource | undefined;
  /** The pair that claims each open record, if any. */
  claims?: ReadonlyMap<PayoutItem | LedgerRow, Claim> | undefined;
  /** The lines that have their payment. */
  linked?: readonly Linked[] | undefined;
}

/** A line and its payment. */
export type Linked = Pick<Claim, "item" | "row">;

/** Relation of a payout item to a payment: its customer, a reference, or both. */
export interface Relation {
  row: LedgerRow;
  name: NameLevel;
  /** Match weight of name and reference together, in bits. */
  weight: number;
  referenceMatchWeight: number;
}

export interface RelationSource {
  /** @returns relations to payments of either sign within the window, ordered by LedgerRow.index */
  relationsOf(item: PayoutItem): Relation[];
}

/** A pair that was not accepted yet; a set has to outweigh the claims it breaks. */
export interface Claim {
  item: PayoutItem;
  row: LedgerRow;
  probability: number;
}

/**
 * By which rule payments make up a deposit without lines: all of some days, all with one reference,
 * or some of a day.
 */
export type GroupingRule = "days" | "reference" | "subset";

/** Members of a set and the evidence for it. Weights in bits, lag in days. */
export interface SetFacts {
  items: PayoutItem[];
  rows: LedgerRow[];
  /** `sum_net` if the fee is stated, or proved by other deposits; `sum_less_fee` if it was estimated. */
  level: "sum_gross" | "sum_net" | "sum_less_fee";
  /** Prior of just this set being right, before its sum is considered. */
  priorWeight: number;
  /** log2 of how unlikely it is that these amounts add up by chance. */
  sumWeight: number;
  /** What the set is all of: "payments of 2026-03-02"; null if records of its kind are left out. */
  completeAs: string | null;
  completenessWeight: number;
  name: NameLevel;
  nameMatchWeight: number;
  /** Weight of a reference that all members share. */
  referenceMatchWeight?: number;
  /** What its payment's note names and its lines contradict: a card brand, a day. */
  details?: DetailLevel;
  detailMatchWeight?: number;
  /** Customer, card or day contradict in a way that is unusual in these books. */
  needsPerson?: boolean;
  lag: number;
  dateMatchWeight: number;
  /** Bits won for each line that has no payment of its own. */
  absenceWeight?: number;
  /** Another payment of the same customer and amount would do as well. */
  isSameBooks?: boolean;
  /** Fee subtracted from each payment of a deposit. */
  fee?: FeeRate | null;
  /** Only for deposits without lines. */
  rule?: GroupingRule;
}

/** Several records that explain each other by their sum. */
export interface SetProposal extends SetFacts {
  /** Bits lost because an invoice that a line names, or fits, is open. */
  invoiceMatchWeight: number;
  /** Bits lost because a payment is booked as those that never saw the processor. */
  recordTypeMatchWeight: number;
  /** Total match weight in bits: log2 odds against unrelated records. */
  weight: number;
  /** Against no match, and from {@link findSets} on against all rivals that share a record. */
  probability: number;
}

const MAX_SUM_WEIGHT = 24;
const MIN_COUNTER_PROBABILITY = 1e-6;
/** No price list is coarser than this, in minor units. */
const MAX_GRAIN = 10_000;

/**
 * Adds up the evidence of a set and subtracts the claims that it breaks.
 * @returns the facts with total weight and probability, rivals not yet considered
 */
export function proposeSet(open: OpenRecords, facts: SetFacts): SetProposal {
  const {
    priorWeight,
    sumWeight,
    completenessWeight,
    nameMatchWeight,
    dateMatchWeight,
    referenceMatchWeight = 0,
    detailMatchWeight = 0,
  } = facts;
  const invoiceMatchWeight = open.scorer.invoiceMatchWeightOfSet(facts.items, facts.rows);
  const recordTypeMatchWeight = otherwiseBooked(open, facts);
  const weight =
    recordTypeMatchWeight +
    priorWeight +
    sumWeight +
    completenessWeight +
    nameMatchWeight +
    dateMatchWeight +
    referenceMatchWeight +
    detailMatchWeight +
    invoiceMatchWeight -
    brokenPairsWeight(open, facts);
  // That most payments of a type are not the processor's is learned from pairs; only a check or cash is said by the payment.
  const isOtherwisePaid =
    recordTypeMatchWeight <= OTHERWISE_BOOKED_WEIGHT &&
    facts.rows.some(({ methodHint }) => methodHint === "offline" || methodHint === "numbered");
  const needsPerson = facts.needsPerson || invoiceMatchWeight < 0 || isOtherwisePaid;
  return {
    ...facts,
    needsPerson,
    invoiceMatchWeight,
    recordTypeMatchWeight,
    weight,
    probability: probabilityOf(weight),
  };
}

/**
 * Match weight of an exact sum: number of other totals possible in steps of the coarsest unit that
 * divides all amounts. Large, uneven totals rarely agree by chance.
 * @param amounts minor units
 * @param total minor units
 * @returns bits, at most 24
 */
export function sumWeight(amounts: readonly number[], total: number): number {
  return Math.min(MAX_SUM_WEIGHT, Math.log2(Math.max(1, Math.abs(total) / grainOf(amounts))));
}

/**
 * Bits lost where a payment is booked as those that never saw the processor. That is learned from pairs, so it says
 * nothing of a day's sales, which books record in a way of their own.
 */
function otherwiseBooked(
  { recordTypes }: OpenRecords,
  { items, rows, referenceMatchWeight = 0, absenceWeight }: SetFacts,
): number {
  if (absenceWeight !== undefined || items.some(({ line }) => !line) || referenceMatchWeight > 0)
    return 0;
  // Payments that are parts of sums have no pair, so the learned weight would count them as not the processor's.
  const weightOf = (row: LedgerRow) =>
    Math.max(
      recordTypes.matchWeight(row),
      rows.length > 1 ? METHOD_HINT_MATCH_WEIGHTS[row.methodHint] : Number.NEGATIVE_INFINITY,
    );
  return rows.reduce((least, row) => Math.min(least, weightOf(row)), 0);
}

/** Bits lost with the pairs that a set breaks up; a pair inside the set is not lost, unless it explains the line alone. */
function brokenPairsWeight(
  { claims }: OpenRecords,
  { items, rows, absenceWeight = 0 }: SetFacts,
): number {
  if (!claims || claims.size === 0) return 0;
  const broken = new Set<Claim>();
  const isPair = items.length + rows.length === 2;
  for (const item of items) {
    const claim = claims.get(item);
    const isInside = claim && rows.includes(claim.row) && (isPair || !isWhole(claim));
    if (claim && !isInside) broken.add(claim);
  }
  for (const row of rows) {
    const claim = claims.get(row);
    if (claim && !items.includes(claim.item)) broken.add(claim);
  }
  let weight = 0;
  for (const { probability } of broken) {
    const odds = probability / Math.max(1 - probability, MIN_COUNTER_PROBABILITY);
    weight += Math.max(0, Math.log2(odds) - absenceWeight);
  }
  return weight;
}

function isWhole({ item: { gross, net }, row: { amount } }: Claim): boolean {
  return amount === gross || amount === net;
}

/** @returns net of the lines in minor units; `isStated` is false if a fee had to be estimated */
export function netOf(
  { fees }: OpenRecords,
  items: readonly PayoutItem[],
): { net: number; isStated: boolean } {
  let net = 0;
  let isStated = true;
  for (const item of items) {
    const { line, gross } = item;
    const isKnown = !line || line.net !== undefined || line.fee !== undefined || gross < 0;
    const rate = isKnown ? null : fees.rateFor(item);
    net += rate ? fees.net(gross, 1, rate) : item.net;
    if (rate) isStated = false;
  }
  return { net, isStated };
}

function grainOf(amounts: readonly number[]): number {
  let grain = MAX_GRAIN;
  for (const amount of amounts) {
    let [a, b] = [grain, Math.abs(amount)];
    while (b !== 0) [a, b] = [b, a % b];
    grain = a;
    if (grain === 1) break;
  }
  return grain;
}

/** Converts log2 odds to a probability. */
function probabilityOf(weight: number): number {
  return 1 / (1 + exp2(-weight));
}
