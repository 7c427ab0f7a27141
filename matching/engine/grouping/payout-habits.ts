import { isCalendarDate, toDayNumber } from "@/lib/dates";
import { append } from "../collections/append";
import { lagPrior } from "../compare/date-offset";
import type { LedgerRow, PayoutItem } from "../records/records";
import { type DayPool, RowOrigins } from "./day-pools";
import { type Days, daysOf, lengthPrior, MAX_EMPTY_DAYS } from "./payout-periods";
import type { GroupingRule, Linked, OpenRecords, SetProposal } from "./set-proposal";
import { ShrunkCounts } from "./shrunk-counts";

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
const PRIOR_STRENGTH = { rules: 8, lags: 8, days: 6, delays: 4, lines: 8 } as const;
/** Rules that are rarer than this, in bits against no match, are not tried. */
const MIN_RULE_WEIGHT = -5;
/** Pairs from this probability on count as how such a deposit is recorded. */
const PAIRED = 0.9;
const WORDS_PER_KIND = 2;
/** Deposits, and payments, that what is assumed of a kind of payment counts for: all of it or none, rather than half. */
const PRIOR_TAKEN = { deposits: 2, with: 1, seen: 0.9, taken: 0.6 } as const;
/** Payments of a kind, at most, that what was seen of it counts for. */
const MAX_SEEN = 20;

/**
 * How often a source's deposits hold payments of one kind: `share` of those that might; and where they do, `taken` of
 * `seen`.
 */
export interface Taken {
  share: number;
  seen: number;
  taken: number;
}

/**
 * How deposits without lines of each source are made up: by which rule, of how many days, how long after the last
 * payment, of which kinds of payments. Learned from the deposits already explained, shrunk to a prior.
 */
export class PayoutHabits {
  private readonly wholes: PayoutItem[];
  private readonly paired = new Set<PayoutItem>();
  private readonly sources = new Map<PayoutItem, string>();
  private readonly origins: RowOrigins;
  /** By LedgerRow.index. */
  private readonly kinds: (readonly string[] | undefined)[] = [];
  private readonly knownKinds = new Map<string, readonly string[]>();
  /** What {@link share} computed from what is learned so far, by source. */
  private readonly shares: Record<"lags" | "days" | "delays", Map<string, Map<number, number>>> = {
    lags: new Map(),
    days: new Map(),
    delays: new Map(),
  };
  /** Of payouts with lines, by processor. */
  private readonly ofLines = {
    lags: new ShrunkCounts(),
    days: new ShrunkCounts(),
    delays: new ShrunkCounts(),
  };
  private rules = new ShrunkCounts();
  private lags = new ShrunkCounts();
  private days = new ShrunkCounts();
  private delays = new ShrunkCounts();
  private taken = new Map<string, Record<keyof typeof PRIOR_TAKEN, number>>();

  /** @param pools payments that were open at first, by currency; none where no deposit is searched for */
  constructor(
    private readonly open: OpenRecords,
    private readonly pools: ReadonlyMap<string, DayPool>,
  ) {
    this.origins = new RowOrigins(open.records.strings);
    this.wholes = open.records.items.filter((item) => !item.line);
    const opened = new Set(open.items);
    for (const item of this.wholes) {
      const claim = open.claims?.get(item)?.probability ?? 0;
      if (!opened.has(item) || claim >= PAIRED) this.paired.add(item);
    }
    if (pools.size > 0) this.learnFromLines(open.linked ?? []);
  }

  /** Payouts of the same processor with lines show when it pays out. */
  private learnFromLines(linked: readonly Linked[]): void {
    const byPayout = new Map<PayoutItem["deposit"], number[]>();
    for (const { item, row } of linked) {
      const { date } = item.deposit;
      if (isCalendarDate(date)) append(byPayout, item.deposit, row.day - toDayNumber(date));
    }
    for (const [deposit, delays] of byPayout) {
      const processor = processorOf(deposit);
      const [first, last] = [Math.min(...delays), Math.max(...delays)];
      this.ofLines.lags.add(processor, last);
      this.ofLines.days.add(processor, last - first);
      for (const delay of delays) this.ofLines.delays.add(processor, delay, 1 / delays.length);
    }
  }

  /**
   * Replaces everything learned so far.
   * @param sets accepted or likely sets
   */
  learnFrom(sets: readonly SetProposal[]): void {
    for (const name of ["rules", "lags", "days", "delays"] as const)
      this[name] = new ShrunkCounts();
    this.forgetShares();
    this.taken = new Map();
    const known = new Map<PayoutItem, SetProposal>();
    for (const set of sets) for (const item of set.items) known.set(item, set);
    for (const item of this.wholes) {
      const set = known.get(item);
      if (set) this.learn(item, set);
      else if (this.paired.has(item)) this.addRule(item, "pair");
      // Before the first search open deposits don't show how they are made up.
      else if (sets.length > 0) this.addRule(item, "nothing", UNKNOWN_SHARE);
    }
  }

  private learn(item: PayoutItem, { rule, rows }: SetProposal): void {
    const source = this.sourceOf(item);
    this.addRule(item, rule ?? "customer");
    if (!rule) return;
    const days = rows.map(({ day }) => day);
    const [first, last] = [Math.min(...days), Math.max(...days)];
    this.learnPeriod(item, this.around(item, first, last));
    for (const day of days) this.delays.add(source, day - item.day, 1 / rows.length);
    const own = new Set(rows);
    const counts = new Map<string, { seen: number; taken: number }>();
    for (const row of this.pools.get(item.currency)?.onDays(first, last) ?? []) {
      for (const kind of this.kindsOf(row)) {
        const count = counts.get(kind) ?? { seen: 0, taken: 0 };
        counts.set(kind, count);
        count.seen++;
        if (own.has(row)) count.taken++;
      }
    }
    for (const [kind, { seen, taken }] of counts) {
      const key = keyOf(source, kind);
      const known = this.taken.get(key) ?? { deposits: 0, with: 0, seen: 0, taken: 0 };
      this.taken.set(key, known);
      known.deposits++;
      if (taken === 0) continue;
      known.with++;
      known.seen += seen;
      known.taken += taken;
    }
  }

  /** @returns bits: how much more often deposits of this source follow the rule than have no match */
  ruleWeight(item: PayoutItem, rule: GroupingRule): number {
    const share = this.ruleShare(item, rule, RULE_SHARES[rule]);
    const nothing = this.ruleShare(item, "nothing", UNEXPLAINED_SHARE);
    return Math.log2(share / nothing);
  }

  private addRule(item: PayoutItem, rule: string, times = 1): void {
    this.rules.add(this.sourceOf(item), rule, times);
    this.rules.add(directionOf(item), rule, times);
  }

  /** Of this source, shrunk to that of all deposits of its direction, shrunk to a prior. */
  private ruleShare(item: PayoutItem, rule: string, prior: number): number {
    const ofAll = this.rules.share(directionOf(item), rule, prior, PRIOR_STRENGTH.rules);
    return this.rules.share(this.sourceOf(item), rule, ofAll, PRIOR_STRENGTH.rules);
  }

  /** False for rules too rare for this source to be worth a search. */
  isTried(item: PayoutItem, rule: GroupingRule): boolean {
    return this.ruleWeight(item, rule) >= MIN_RULE_WEIGHT;
  }

  /** Which of the possible periods it was is told by what is known of the source so far. */
  private learnPeriod(item: PayoutItem, days: Days): void {
    const source = this.sourceOf(item);
    const all = this.daysShare(item, days);
    const periods: { lag: number; length: number; share: number }[] = [];
    this.eachPeriod(item, days, (lag, length, share) => periods.push({ lag, length, share }));
    for (const { lag, length, share } of periods) {
      this.lags.add(source, lag, share / all);
      this.days.add(source, length, share / all);
    }
    this.forgetShares();
  }

  private forgetShares(): void {
    for (const shares of Object.values(this.shares)) shares.clear();
  }

  private around(item: PayoutItem, first: number, last: number): Days {
    const near = this.pools
      .get(item.currency)
      ?.onDays(first - MAX_EMPTY_DAYS, last + MAX_EMPTY_DAYS);
    const before = near?.findLast(({ day }) => day < first)?.day;
    return daysOf(first, last, before, near?.find(({ day }) => day > last)?.day);
  }

  /** @returns share of this source's deposits that are for a period with payments on just these days */
  daysShare(item: PayoutItem, days: Days): number {
    let sum = 0;
    this.eachPeriod(item, days, (_lag, _length, share) => {
      sum += share;
    });
    return sum;
  }

  private eachPeriod(
    item: PayoutItem,
    { first, last, earliest, latest }: Days,
    visit: (lag: number, length: number, share: number) => void,
  ): void {
    for (let end = last; end <= latest; end++) {
      const lag = end - item.day;
      const shareOfLag = this.share("lags", item, lag);
      for (let start = earliest; start <= first; start++) {
        const length = end - start;
        visit(lag, length, shareOfLag * this.share("days", item, length));
      }
    }
  }

  /** Of this source, shrunk to what the processor's payouts with lines show, shrunk to a prior. */
  private share(of: keyof typeof this.shares, item: PayoutItem, value: number): number {
    const source = this.sourceOf(item);
    const known = this.shares[of].get(source) ?? new Map<number, number>();
    this.shares[of].set(source, known);
    let share = known.get(value);
    if (share === undefined) {
      const prior = of === "days" ? lengthPrior(value) : lagPrior(value, true);
      const processor = processorOf(item.deposit);
      const ofLines = this.ofLines[of].share(processor, value, prior, PRIOR_STRENGTH.lines);
      share = this[of].share(source, value, ofLines, PRIOR_STRENGTH[of]);
      known.set(value, share);
    }
    return share;
  }

  /**
   * @param lag day of a payment − day of the deposit
   * @returns share of the payments in this source's deposits with that lag
   */
  delayShare(item: PayoutItem, lag: number): number {
    return this.share("delays", item, lag);
  }

  /** @returns how often the source has taken payments of a kind, as far as it is known */
  takenOf(item: PayoutItem, kind: string): Taken {
    const known = this.taken.get(keyOf(this.sourceOf(item), kind)) ?? NONE;
    const weight = known.seen > MAX_SEEN ? MAX_SEEN / known.seen : 1;
    return {
      share: (PRIOR_TAKEN.with + known.with) / (PRIOR_TAKEN.deposits + known.deposits),
      seen: PRIOR_TAKEN.seen + known.seen * weight,
      taken: PRIOR_TAKEN.taken + known.taken * weight,
    };
  }

  /** @returns the kinds of payment that a payment is one of, the most general first; one list for all alike */
  kindsOf(row: LedgerRow): readonly string[] {
    let kinds = this.kinds[row.index];
    if (!kinds) {
      const sign = row.amount < 0 ? "-" : "+";
      const found = [sign, `${sign}${row.recordType}`, `${sign}${this.origins.of(row)}`];
      const key = found.join("\u0000");
      kinds = this.knownKinds.get(key) ?? found;
      this.knownKinds.set(key, kinds);
      this.kinds[row.index] = kinds;
    }
    return kinds;
  }

  /** Bank texts begin with the kind of transaction: "ACH CREDIT …", "DEPOSIT 301". */
  sourceOf(item: PayoutItem): string {
    let source = this.sources.get(item);
    if (source === undefined) {
      const words = this.open.records.strings.form(item.text)?.words ?? [];
      const plain = words.filter((word) => !/\d/.test(word)).slice(0, WORDS_PER_KIND);
      source = `${directionOf(item)} ${plain.join(" ")}`;
      this.sources.set(item, source);
    }
    return source;
  }
}

/** Money in or out, by processor. */
function directionOf({ deposit, gross }: PayoutItem): string {
  return `${deposit.currency} ${deposit.processor ?? ""} ${Math.sign(gross)}`;
}

function processorOf({ currency, processor }: PayoutItem["deposit"]): string {
  return processor ? `${currency} ${processor}` : "";
}

function keyOf(source: string, kind: string): string {
  return `${source}\u0000${kind}`;
}

const NONE = { deposits: 0, with: 0, seen: 0, taken: 0 } as const;
