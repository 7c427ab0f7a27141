import { append } from "../collections/append";
import { type FeeSchedule, feeKey } from "../compare/fee-schedules";
import { exp2 } from "../exp2";
import type { LedgerRow, PayoutItem } from "../records/records";
import { allButFew } from "./all-but-few";
import { findReferenceSets } from "./by-reference";
import { type DayPool, dayPools } from "./day-pools";
import { LikelySubsets } from "./likely-subsets";
import { NearPayments } from "./near-payments";
import { PayoutFees } from "./payout-fees";
import { PayoutHabits } from "./payout-habits";
import { type Group, toleranceOf, toSetProposal } from "./payout-sets";
import { PayoutWeights } from "./payout-weights";
import type { OpenRecords, SetProposal } from "./set-proposal";

/** Sets of one deposit that are looked at closely, and those that are proposed, the most probable first. */
const MAX_SETS = { weighed: 64, proposed: 8 } as const;
/** log2 of the share of deposits that are of some days, from which these are looked at: no sum outweighs less. */
const MIN_DAYS = -17;
/** log2 odds from which a payment is looked at in subsets. */
const MIN_MEMBER_ODDS = -8;
/** Of a set of more payments the names say nothing. */
const MAX_NAMED = 6;
/** Bits that a set may be behind to be compared with the best regardless of how round its amounts are. */
const MAX_ROUNDER = 7;
/** Payments left out, at most, of what is still called all. */
const MAX_LEFT_SHARE = 0.2;

/**
 * Finds the payments that make up deposits without lines. Each set weighs the prior probability that the deposit is made
 * up of just its payments, whose parameters are learned from the deposits already explained.
 */
export class PayoutSearch {
  private readonly habits: PayoutHabits;
  private readonly fees: PayoutFees;
  private readonly found = new Map<PayoutItem, Map<string, Candidates>>();

  constructor(open: OpenRecords) {
    const items = searchedItems(open);
    const pools = items.length > 0 ? dayPools(open) : new Map<string, DayPool>();
    this.habits = new PayoutHabits(open, pools);
    this.habits.learnFrom([]);
    this.fees = new PayoutFees(open, this.habits, items, (item) =>
      nearOf(item, pools, this.habits),
    );
  }

  /**
   * Bounded work per deposit, apart from sorting: its days, and subsets of the payments that are most likely in it.
   * @param open records that are still open
   * @param known accepted and likely sets, from which is learned
   * @returns proposals in the order of the deposits; they may share records
   */
  find(open: OpenRecords, known: readonly SetProposal[]): SetProposal[] {
    this.habits.learnFrom(known);
    this.fees.learnFrom(known);
    const items = searchedItems(open);
    if (items.length === 0) return [];
    const pools = dayPools(open);
    const references = findReferenceSets({ ...open, items }, this.habits, this.fees);
    return [...references, ...items.flatMap((item) => this.setsOf(open, item, pools))];
  }

  /** Whether lines, or several other deposits of its source, show the fee of a set. */
  isFeeProved({ items, fee }: SetProposal): boolean {
    const [item] = items;
    return fee != null && item !== undefined && this.fees.isProved(item, fee);
  }

  private setsOf(
    open: OpenRecords,
    item: PayoutItem,
    pools: ReadonlyMap<string, DayPool>,
  ): SetProposal[] {
    const { habits } = this;
    const rules = (["days", "subset"] as const).filter((rule) => habits.isTried(item, rule));
    const near = rules.length > 0 ? nearOf(item, pools, habits) : null;
    if (!near) return [];
    const weights = new PayoutWeights(item, near, habits);
    const found: Found[] = [];
    for (const schedule of this.fees.schedulesOf(item)) {
      for (const places of this.candidatesOf(item, near, weights, schedule)) {
        found.push({ places, schedule, ...this.weigh(open, item, near, weights, places) });
      }
    }
    const sets = found
      .sort((a, b) => b.priorWeight - a.priorWeight)
      .slice(0, MAX_SETS.weighed)
      .map(({ places, schedule, ...group }) => ({
        places,
        set: toSetProposal(open, item, { ...group, completeAs: null }, schedule),
      }))
      .sort((a, b) => b.set.weight - a.set.weight);
    // Of several sets for one deposit none is right for having less round amounts.
    const best = sets[0]?.set.weight ?? 0;
    const rivals = sets.filter(({ set }) => set.weight > best - MAX_ROUNDER);
    const sumWeight = Math.min(...rivals.map(({ set }) => set.sumWeight));
    for (const { set } of rivals) {
      set.weight -= set.sumWeight - sumWeight;
      set.sumWeight = sumWeight;
    }
    sets.sort((a, b) => b.set.weight - a.set.weight);
    // What is not proposed still speaks against the rest.
    const others = sets
      .slice(MAX_SETS.proposed)
      .reduce((sum, { set }) => sum + exp2(set.weight), 0);
    const lost = Math.log2(1 + others);
    return sets.slice(0, MAX_SETS.proposed).map(({ places, set }) => ({
      ...set,
      completeAs: this.completeAs(near, places),
      weight: set.weight - lost,
      priorWeight: set.priorWeight - lost,
    }));
  }

  /** Payments are only ever taken, so that as many are the same ones. */
  private candidatesOf(
    item: PayoutItem,
    near: NearPayments,
    weights: PayoutWeights,
    schedule: FeeSchedule,
  ): readonly number[][] {
    const key = feeKey(schedule.fee);
    const known = this.found.get(item) ?? new Map<string, Candidates>();
    this.found.set(item, known);
    let found = known.get(key);
    if (found?.near !== near.rows.length) {
      found = { near: near.rows.length, sets: candidates(item, near, weights, schedule) };
      known.set(key, found);
    }
    return found.sets;
  }

  private weigh(
    open: OpenRecords,
    item: PayoutItem,
    near: NearPayments,
    weights: PayoutWeights,
    places: readonly number[],
  ): Omit<Group, "completeAs"> {
    const rows = places.flatMap((at) => near.rows[at] ?? []);
    const byDays = this.habits.ruleWeight(item, "days") + weights.byDays(places);
    let byDelay = this.habits.ruleWeight(item, "subset") + weights.byDelay(places);
    const named = rows.length <= MAX_NAMED ? leastNamed(open, item, rows) : null;
    if (named) byDelay += named.nameMatchWeight;
    const rule = byDelay > byDays ? "subset" : "days";
    return {
      rows,
      priorWeight: Math.log2(exp2(byDays) + exp2(byDelay)),
      rule,
      ...(named && rule === "subset" ? named : {}),
    };
  }

  /** What the payments are all of, for the evidence; null where too many are left out. */
  private completeAs(near: NearPayments, places: readonly number[]): string | null {
    const members = new Set(places);
    const rows = places.flatMap((at) => near.rows[at] ?? []);
    const [first, last] = [rows[0], rows.at(-1)];
    if (!first || !last) return null;
    const left = near.rows.filter(
      ({ day }, at) => day >= first.day && day <= last.day && !members.has(at),
    );
    const kindOf = (row: LedgerRow) => this.habits.kindsOf(row).at(-1);
    const kinds = new Set(rows.map(kindOf));
    const ofTheirKind = left.filter((row) => kinds.has(kindOf(row)));
    const most = Math.max(COUNTS.length - 1, rows.length * MAX_LEFT_SHARE);
    if (ofTheirKind.length > most || ofTheirKind.length >= rows.length) return null;
    const noun = ofTheirKind.length < left.length ? "open payments of their kind" : "open payments";
    const from = first.payment.date;
    const days = first.day === last.day ? `of ${from}` : `from ${from} to ${last.payment.date}`;
    const but =
      ofTheirKind.length === 0 ? "" : ` but ${COUNTS[ofTheirKind.length] ?? ofTheirKind.length}`;
    return `${noun} ${days}${but}`;
  }
}

/** What was found among so many payments near a deposit. */
interface Candidates {
  near: number;
  sets: readonly number[][];
}

/** A set of one deposit before it is proposed: positions of its payments. */
interface Found extends Omit<Group, "completeAs"> {
  places: readonly number[];
  schedule: FeeSchedule;
}

const COUNTS = ["none", "one", "two"] as const;

function searchedItems(open: OpenRecords): PayoutItem[] {
  return open.items.filter((item) => !item.line);
}

function nearOf(
  item: PayoutItem,
  pools: ReadonlyMap<string, DayPool>,
  habits: PayoutHabits,
): NearPayments | null {
  const pool = pools.get(item.currency);
  const near = pool ? new NearPayments(item, pool, habits) : null;
  return near && near.rows.length > 0 ? near : null;
}

/** Sets that add up, each once. */
function candidates(
  item: PayoutItem,
  near: NearPayments,
  weights: PayoutWeights,
  schedule: FeeSchedule,
): number[][] {
  const { rows } = near;
  const amounts = near.less(schedule.fee);
  const tolerance = toleranceOf(schedule);
  const sets = new Map<string, number[]>();
  const add = (places: number[]) => {
    if (isWhole(item, rows, amounts, places, schedule)) sets.set(places.join(), places);
  };
  const isLikely = (first: number, last: number) => weights.daysWeight(first, last) >= MIN_DAYS;
  for (const { places, days } of near.pools()) {
    const pool = { days, amounts: places.map((at) => amounts[at] ?? 0) };
    for (const { from, to, left } of allButFew(pool, item.gross, tolerance, isLikely)) {
      const all = places.slice(from, to);
      add(left.length === 0 ? all : all.filter((_, i) => !left.includes(from + i)));
    }
  }
  const likeliest = rows
    .map((_, at) => at)
    .filter((at) => (weights.memberOdds[at] ?? 0) > MIN_MEMBER_ODDS)
    .sort((a, b) => (weights.memberOdds[b] ?? 0) - (weights.memberOdds[a] ?? 0) || a - b);
  const byDay = new Map<number, number[]>();
  for (const at of likeliest) append(byDay, rows[at]?.day ?? 0, at);
  const ofAll = new LikelySubsets(likeliest, amounts);
  for (const some of [likeliest, ...byDay.values()]) {
    if (some.length < 2 || ofAll.includes(some)) continue;
    const subsets = some === likeliest ? ofAll : new LikelySubsets(some, amounts);
    for (let off = -Math.min(1, tolerance); off <= Math.min(1, tolerance); off++) {
      for (const places of subsets.find(item.gross + off)) add(places);
    }
  }
  return [...sets.values()];
}

/**
 * Leaves out single payments, which are pairs; sets in which one payment alone is the deposit and the others cancel each
 * other out; and those that take other ones of interchangeable payments than the first.
 */
function isWhole(
  { gross }: PayoutItem,
  rows: readonly LedgerRow[],
  amounts: readonly number[],
  places: readonly number[],
  { fee }: FeeSchedule,
): boolean {
  if (places.length < (fee ? 1 : 2)) return false;
  if (places.length > 1 && places.some((at) => amounts[at] === gross)) return false;
  const own = new Set(places);
  return places.every((at) => {
    for (let before = at - 1; before >= 0 && rows[before]?.day === rows[at]?.day; before--) {
      if (rows[before]?.interchangeClass === rows[at]?.interchangeClass) return own.has(before);
    }
    return true;
  });
}

/** The member whose customer agrees least with what the deposit says; null where none disagrees. */
function leastNamed(open: OpenRecords, item: PayoutItem, rows: readonly LedgerRow[]) {
  const names = rows.map((row) => open.scorer.compareCustomers(item, row));
  const least = names.reduce((a, b) => (b.weight < a.weight ? b : a));
  return least.weight < 0 ? { name: least.level, nameMatchWeight: least.weight } : null;
}
