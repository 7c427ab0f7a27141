import { lagPrior } from "../compare/date-offset";
import { exp2 } from "../exp2";
import {
  customerOf,
  DAYS_AROUND,
  dateWeightOf,
  evidenceOfDay,
  isOfAnother,
} from "./batch-evidence";
import type { Group } from "./batch-groups";
import { DayPayments } from "./day-parts";
import { posteriors } from "./posteriors";
import { type OpenRecords, proposeSet, type SetProposal, sumWeight } from "./set-proposal";
import { ShrunkCounts } from "./shrunk-counts";

/** Bits lost where a group is several payments, before anything is learned. */
const PARTS_WEIGHT = -3;
/** Groups that the prior counts for. */
const STRENGTH = 4;
const PASSES = 5;
/** Below this share of a kind's groups, sums may agree by chance. */
const USUAL_SHARE = 0.25;
const ALL = "";

/** A group and several payments of its total. */
interface Parts {
  group: Group;
  set: SetProposal;
}

/**
 * Finds groups of lines that are several payments of a day, none of which is a smaller group on its own: sales and tips,
 * one per terminal, or all of a day's payments. Of which groups books do so is learned from the sums themselves.
 * @param batches groups that are one payment
 */
export function findParts(
  open: OpenRecords,
  groups: readonly Group[],
  batches: readonly SetProposal[],
): SetProposal[] {
  const explained = new Set(batches.flatMap(({ weight, rows }) => (weight > 0 ? rows : [])));
  const byDay = new DayPayments(open.rows.filter((row) => !explained.has(row)));
  const found = groups.flatMap((group) =>
    [...partsOf(open, group, byDay)].map((set) => ({ group, set })),
  );
  const rates = new PartsRates(groups, found);
  return found.map((each) =>
    proposeSet(open, {
      ...each.set,
      priorWeight: rates.priorWeight(each),
      dateMatchWeight: dateWeightOf(rates.lagShare(each)),
    }),
  );
}

/** The group as payments of a day, gross. */
function* partsOf(
  open: OpenRecords,
  { label, items, priorWeight }: Group,
  byDay: DayPayments,
): Generator<SetProposal> {
  const total = items.reduce((sum, { gross }) => sum + gross, 0);
  const lastDay = Math.max(...items.map((item) => item.day));
  const { before, after } = DAYS_AROUND;
  const days = { first: lastDay - before, last: lastDay + after };
  for (const { rows, day, tried } of byDay.withSum(total, items[0]?.currency ?? "", days)) {
    const amounts = [...items.map(({ gross }) => gross), ...rows.map(({ amount }) => amount)];
    const names = rows.map((row) => customerOf(open, items, row));
    const details = rows.map((row) => open.scorer.compareBatchDetails(items, row));
    const worst = details.reduce((a, b) => (b.weight < a.weight ? b : a));
    yield proposeSet(open, {
      ...{ items, rows, completeAs: label, name: "unknown" },
      nameMatchWeight: names.reduce((sum, { weight }) => sum + Math.min(0, weight), 0),
      needsPerson: names.some(isOfAnother),
      level: "sum_gross",
      priorWeight: priorWeight + PARTS_WEIGHT,
      sumWeight: Math.max(0, sumWeight(amounts, total) - Math.log2(tried)),
      ...{ details: worst.level, detailMatchWeight: worst.weight },
      ...evidenceOfDay(open, items, day - lastDay, lagPrior(day - lastDay, false)),
    });
  }
}

/**
 * How often groups of a kind are recorded as several payments: estimated from the sums by expectation maximization and
 * shrunk to the prior. No group confirms itself.
 */
class PartsRates {
  private readonly groups = new Map<string, number>();
  private kinds = new ShrunkCounts();
  private lags = new ShrunkCounts();
  private own = new Map<Group, ShrunkCounts>();

  constructor(groups: readonly Group[], found: readonly Parts[]) {
    for (const { kinds } of groups) {
      for (const kind of kinds) this.groups.set(kind, (this.groups.get(kind) ?? 0) + 1);
    }
    for (let pass = 0; pass < PASSES; pass++) this.learn(found);
  }

  /** @returns log2 odds of a group being such payments, in bits */
  priorWeight({ group, set }: Parts): number {
    const prior = exp2(set.priorWeight);
    const own = this.own.get(group)?.total(ALL) ?? 0;
    let most = prior / (1 + prior);
    for (const kind of group.kinds) {
      const others = Math.max(0, (this.groups.get(kind) ?? 0) - 1);
      const share = (this.kinds.total(kind) - own + most * STRENGTH) / (others + STRENGTH);
      if (share >= USUAL_SHARE) most = Math.max(most, Math.min(1 - exp2(-8), share));
    }
    return Math.log2(most / (1 - most));
  }

  /** @returns share of such groups whose payments are recorded so many days after their last line */
  lagShare({ group, set: { lag } }: Parts): number {
    const own = this.own.get(group)?.counted(ALL, lag);
    return this.lags.share(ALL, lag, lagPrior(lag, false), STRENGTH, own);
  }

  private learn(found: readonly Parts[]): void {
    const weightOf = (each: Parts) => {
      const { weight, priorWeight, dateMatchWeight } = each.set;
      const learned = this.priorWeight(each) + dateWeightOf(this.lagShare(each));
      return weight - priorWeight - dateMatchWeight + learned;
    };
    const probabilities = posteriors(found, ({ group }) => group, weightOf);
    this.kinds = new ShrunkCounts();
    this.lags = new ShrunkCounts();
    this.own = new Map();
    for (const [{ group, set }, probability] of probabilities) {
      const own = this.own.get(group) ?? new ShrunkCounts();
      this.own.set(group, own);
      own.add(ALL, set.lag, probability);
      this.lags.add(ALL, set.lag, probability);
      for (const kind of group.kinds) this.kinds.add(kind, ALL, probability);
    }
  }
}
