import type { FeeRate } from "@/lib/fee-schedules";
import { lagPrior } from "../compare/date-offset";
import { type FeeSchedule, feeKey, priorFeeSchedules } from "../compare/fee-schedules";
import type { PayoutItem } from "../records/records";
import type { GroupingRule, OpenRecords, SetProposal } from "./set-proposal";

/** Prior share of deposits by grouping rule; the rest is pairs, or not in the ledger. */
const RULE_SHARES: Readonly<Record<GroupingRule, number>> = {
  days: 0.3,
  reference: 0.15,
  subset: 0.2,
};
const UNEXPLAINED_SHARE = 0.35;
/** Share of the open deposits that may not be in the ledger at all. */
const UNKNOWN_SHARE = 0.5;
/** Number of deposits that the prior shares count for. */
const PRIOR_STRENGTH = { schedules: 4, rules: 8, lags: 8 } as const;
/** Rules that are rarer than this, in bits against no match, are not tried. */
const MIN_RULE_WEIGHT = -7;
/** Pairs from this probability on count as how such a deposit is recorded. */
const PAIRED = 0.9;
const WORDS_PER_KIND = 2;

/**
 * How deposits without lines of each source are usually made up: grouping rule, lag and fee.
 * Learned from the deposits already explained, shrunk to a prior.
 */
export class PayoutSources {
  private readonly wholes: PayoutItem[];
  private readonly paired = new Set<PayoutItem>();
  private readonly sourceKinds = new Map<PayoutItem, string>();
  private schedules = new Counts();
  private rules = new Counts();
  private lags = new Counts();

  /** @param observedFees fees that the deposits themselves show, by currency */
  constructor(
    private readonly open: OpenRecords,
    private readonly observedFees: ReadonlyMap<string, readonly FeeRate[]>,
  ) {
    this.wholes = open.records.items.filter((item) => !item.line);
    const opened = new Set(open.items);
    for (const item of this.wholes) {
      const claim = open.claims?.get(item)?.probability ?? 0;
      if (!opened.has(item) || claim >= PAIRED) this.paired.add(item);
    }
  }

  /**
   * Replaces everything learned so far.
   * @param sets accepted or likely sets
   */
  learnFrom(sets: readonly SetProposal[]): void {
    this.schedules = new Counts();
    this.rules = new Counts();
    this.lags = new Counts();
    const known = new Map<PayoutItem, SetProposal>();
    for (const set of sets) for (const item of set.items) known.set(item, set);
    for (const item of this.wholes) {
      const set = known.get(item);
      if (set) this.learn(item, set);
      else if (this.paired.has(item)) this.rules.add(this.sourceKindOf(item), "pair");
      // Before the first search open deposits don't show how they are made up.
      else if (sets.length > 0) this.rules.add(this.sourceKindOf(item), "nothing", UNKNOWN_SHARE);
    }
  }

  private learn(item: PayoutItem, { rule, fee = null, lag }: SetProposal): void {
    this.rules.add(this.sourceKindOf(item), rule ?? "customer");
    if (!rule) return;
    this.schedules.add(processorKeyOf(item), feeKey(fee));
    this.lags.add(this.sourceKindOf(item), `${lag}`);
  }

  /**
   * @returns bits: how much more often deposits of this source follow the rule than have no match
   */
  ruleWeight(item: PayoutItem, rule: GroupingRule): number {
    const kind = this.sourceKindOf(item);
    const nothing = this.rules.share(kind, "nothing", UNEXPLAINED_SHARE, PRIOR_STRENGTH.rules);
    return Math.log2(
      this.rules.share(kind, rule, RULE_SHARES[rule], PRIOR_STRENGTH.rules) / nothing,
    );
  }

  /** False for rules too rare for this source to be worth a search. */
  isTried(item: PayoutItem, rule: GroupingRule): boolean {
    return this.ruleWeight(item, rule) >= MIN_RULE_WEIGHT;
  }

  /**
   * @param lag day of the last payment − day of the deposit
   * @returns share of this source's deposits with that lag
   */
  lagShare(item: PayoutItem, lag: number): number {
    return this.lags.share(
      this.sourceKindOf(item),
      `${lag}`,
      lagPrior(lag, true),
      PRIOR_STRENGTH.lags,
    );
  }

  /** @returns fees that may have been kept of the deposit's payments, with their shares */
  feeSchedulesOf(item: PayoutItem): FeeSchedule[] {
    const processorKey = processorKeyOf(item);
    if (item.gross <= 0) return [{ fee: null, share: 1 }];
    const expected = this.open.fees.rateFor(item);
    const seen = this.observedFees.get(item.currency) ?? [];
    return priorFeeSchedules(expected, seen).map(({ fee, share }) => ({
      fee,
      share: this.schedules.share(processorKey, feeKey(fee), share, PRIOR_STRENGTH.schedules),
    }));
  }

  /** Bank texts begin with the kind of transaction: "ACH CREDIT …", "DEPOSIT 301". */
  private sourceKindOf(item: PayoutItem): string {
    let kind = this.sourceKinds.get(item);
    if (kind === undefined) {
      const words = this.open.records.strings.form(item.text)?.words ?? [];
      const plain = words.filter((word) => !/\d/.test(word)).slice(0, WORDS_PER_KIND);
      kind = `${processorKeyOf(item)} ${Math.sign(item.gross)} ${plain.join(" ")}`;
      this.sourceKinds.set(item, kind);
    }
    return kind;
  }
}

/** Counts of values by key. */
class Counts {
  private readonly counts = new Map<string, number>();

  add(key: string, value: string, times = 1): void {
    for (const name of [key, `${key}\u0000${value}`]) {
      this.counts.set(name, (this.counts.get(name) ?? 0) + times);
    }
  }

  /** Share of a value among all of its key, shrunk to a prior worth `strength` observations. */
  share(key: string, value: string, prior: number, strength: number): number {
    const seen = this.counts.get(`${key}\u0000${value}`) ?? 0;
    return (prior * strength + seen) / (strength + (this.counts.get(key) ?? 0));
  }
}

function processorKeyOf({ deposit }: PayoutItem): string {
  return `${deposit.currency} ${deposit.processor ?? ""}`;
}
