import { lagPrior } from "../compare/date-offset";
import { exp2 } from "../exp2";
import type { LedgerRow } from "../records/records";
import type { StringTable } from "../text/string-table";
import { words } from "../text/tokenize";
import { posteriors } from "./posteriors";
import { ShrunkCounts } from "./shrunk-counts";

/** Payments that the prior counts for in the customer's share, and the customer's in the memo's. */
const STRENGTH = 4;
const PASSES = 5;
/** Kinds that make up this share of a customer's payments are looked for among single lines too. */
const LIKELY_SHARE = 0.25;
const DIGIT = /\d/;

/** A group of lines and a payment of its total. */
export interface Candidate {
  row: LedgerRow;
  /** What the group is all of, in the words that recur from day to day: "tag front", "day". */
  kinds: readonly string[];
  /** Payment − last line, in days. */
  lag: number;
  /** Prior of one payment being such a group, before anything is learned, in bits. */
  priorWeight: number;
  /** Match weight without that prior and the date, in bits. */
  weight: number;
}

type Group = Omit<Candidate, "weight">;

/** What is known of a payment being a group, from the other payments of its customer and memo. */
export interface BatchRate {
  /** log2 odds of the payment being such a group of lines, in bits. */
  priorWeight: number;
  /** Share of the customer's groups that are recorded so many days after their last line. */
  lagShare: number;
  /** Whether most of the payments are such groups. */
  isUsual: boolean;
}

/**
 * How often the payments of a customer and memo are totals, of what (a day, a terminal, a card brand), and how many days
 * later they are recorded. Estimated from the sums by expectation maximization, with the customer's rates as the prior of
 * the memo's. No payment confirms itself.
 */
export class BatchRates {
  private kinds = new ShrunkCounts();
  private lags = new ShrunkCounts();
  private readonly own = new Map<LedgerRow, ShrunkCounts>();
  private readonly series = new Map<LedgerRow, readonly string[]>();
  private readonly payments = new Map<string, number>();

  /** @param rows the payments that may be groups, and those that are known to be none */
  constructor(
    candidates: readonly Candidate[],
    rows: readonly LedgerRow[],
    private readonly strings: StringTable,
  ) {
    // Of other customers' payments nothing is asked.
    const customers = new Set(candidates.map(({ row }) => row.name));
    for (const row of rows) {
      if (!customers.has(row.name)) continue;
      for (const series of this.seriesOf(row)) {
        this.payments.set(series, (this.payments.get(series) ?? 0) + 1);
      }
    }
    for (let pass = 0; pass < PASSES; pass++) this.learn(candidates);
  }

  /** Kinds with at least {@link LIKELY_SHARE} of some customer's payments. */
  get likely(): ReadonlySet<string> {
    return new Set(
      [...this.payments].flatMap(([series, all]) =>
        this.kinds.over(series, (all + STRENGTH) * LIKELY_SHARE).map(String),
      ),
    );
  }

  of(candidate: Group): BatchRate {
    const priorWeight = this.priorWeight(candidate);
    return { priorWeight, lagShare: this.lagShare(candidate), isUsual: priorWeight >= 0 };
  }

  private priorWeight(candidate: Group): number {
    const share = Math.min(1 - exp2(-8), this.share(candidate));
    // A customer with many single sales may have sums of a day besides.
    return Math.max(candidate.priorWeight, Math.log2(share / (1 - share)));
  }

  private lagShare(candidate: Group): number {
    const { row, lag } = candidate;
    const own = this.own.get(row)?.counted("lag", lag);
    let share = lagPrior(lag, false);
    for (const series of this.seriesOf(row)) {
      share = this.lags.share(series, lag, share, STRENGTH, own);
    }
    return Math.max(share, lagPrior(Number.POSITIVE_INFINITY, false));
  }

  /** Share of a customer's payments that are such a group; of several kinds, the most usual. */
  private share({ row, kinds, priorWeight }: Group): number {
    const prior = exp2(priorWeight) / (1 + exp2(priorWeight));
    let most = 0;
    for (const kind of kinds) {
      const own = this.own.get(row)?.of("kind", kind) ?? 0;
      let share = prior;
      for (const series of this.seriesOf(row)) {
        const others = Math.max(0, (this.payments.get(series) ?? 0) - 1);
        share = (share * STRENGTH + this.kinds.of(series, kind) - own) / (STRENGTH + others);
      }
      most = Math.max(most, share);
    }
    return most;
  }

  private learn(candidates: readonly Candidate[]): void {
    const weightOf = (one: Candidate) => one.weight + this.matchWeight(one);
    const probabilities = posteriors(candidates, ({ row }) => row, weightOf);
    this.kinds = new ShrunkCounts();
    this.lags = new ShrunkCounts();
    this.own.clear();
    for (const [one, probability] of probabilities) this.count(one, probability);
  }

  private count({ row, kinds, lag }: Candidate, probability: number): void {
    const own = this.own.get(row) ?? new ShrunkCounts();
    this.own.set(row, own);
    own.add("lag", lag, probability);
    for (const kind of kinds) own.add("kind", kind, probability);
    for (const series of this.seriesOf(row)) {
      this.lags.add(series, lag, probability);
      for (const kind of kinds) this.kinds.add(series, kind, probability);
    }
  }

  private matchWeight(one: Candidate): number {
    return this.priorWeight(one) + Math.log2(this.lagShare(one));
  }

  private seriesOf(row: LedgerRow): readonly string[] {
    let series = this.series.get(row);
    if (!series) {
      series = [String(row.name), seriesOf(row, this.strings)];
      this.series.set(row, series);
    }
    return series;
  }
}

/** @returns a key of the payment's customer and memo, apart from the memo's numbers */
export function seriesOf(row: LedgerRow, strings: StringTable): string {
  const memo = words(strings.raw(row.text)).filter((word) => !DIGIT.test(word));
  return `${row.name} ${memo.join(" ")}`;
}
