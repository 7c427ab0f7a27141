import {
  FEE_RATE_STEPS,
  FEE_RATES,
  type FeeRate,
  FIXED_FEES,
  MAX_FEE_SHARE,
} from "@/lib/fee-schedules";
import { append } from "../collections/append";
import { type FeeSchedule, feeKey, priorFeeSchedules } from "../compare/fee-schedules";
import type { PayoutItem } from "../records/records";
import type { NearPayments } from "./near-payments";
import type { PayoutHabits } from "./payout-habits";
import { daysOf } from "./payout-periods";
import type { OpenRecords, SetProposal } from "./set-proposal";
import { ShrunkCounts } from "./shrunk-counts";

/** Deposits of a source that a fee is fitted to, at most: if they show none, more will not. */
const MAX_FITTED = 200;
/** One payment is left out of days with at most so many. */
const MAX_PAYMENTS_FOR_ONE = 60;
/** Minor units that a deposit may be off, because fees are rounded payment by payment. */
const TOLERANCE = 2;
/** Share of the deposits that a right fee need not explain. */
const UNEXPLAINED = 0.5;
/** Bits by which a fee has to explain the deposits better than chance does, and fees that are tried, at most. */
const MIN_FIT = 20;
const MAX_SEEN = 2;
/** Deposits that the prior shares of fees count for. */
const PRIOR_STRENGTH = 4;
/** Rarer fees of a source are not tried. */
const MIN_SHARE = 0.01;
/** Further deposits that prove a fee. */
const MIN_PROOFS = 4;

/**
 * Fees that the sources of deposits without lines keep: of lines and past decisions where they show one, otherwise
 * fitted to all deposits of a source together, because what the payments of some days exceed deposits by is
 * repeatedly the same share and fixed part only if it is the fee.
 */
export class PayoutFees {
  private readonly seen = new Map<string, FeeRate[]>();
  /** By currency: a source of few deposits may keep the fee that another one shows. */
  private readonly elsewhere = new Map<string, FeeRate[]>();
  private counts = new ShrunkCounts();

  /**
   * O(1) per deposit but for the payments of its weeks.
   * @param near the payments that were open at first
   */
  constructor(
    private readonly open: OpenRecords,
    private readonly habits: PayoutHabits,
    items: readonly PayoutItem[],
    near: (item: PayoutItem) => NearPayments | null,
  ) {
    const bySource = new Map<string, PayoutItem[]>();
    for (const item of items) if (item.gross > 0) append(bySource, this.sourceOf(item), item);
    for (const [source, some] of bySource) {
      if (some.length <= MIN_PROOFS) continue;
      const fees = fittedFees(some.slice(0, MAX_FITTED), habits, near);
      this.seen.set(source, fees);
      for (const fee of fees) append(this.elsewhere, some[0]?.currency ?? "", fee);
    }
  }

  /** Replaces what was learned. @param sets accepted or likely sets */
  learnFrom(sets: readonly SetProposal[]): void {
    this.counts = new ShrunkCounts();
    for (const { items, rule, fee = null } of sets) {
      const [item] = items;
      if (item && rule) this.counts.add(this.sourceOf(item), feeKey(fee));
    }
  }

  /** @returns fees that may have been kept of the deposit's payments, with their shares */
  schedulesOf(item: PayoutItem): FeeSchedule[] {
    if (item.gross <= 0) return [{ fee: null, share: 1 }];
    const source = this.sourceOf(item);
    const seen = this.seen.get(source) ?? this.elsewhere.get(item.currency)?.slice(0, MAX_SEEN);
    const prior = priorFeeSchedules(this.open.fees.rateFor(item), seen ?? []);
    return prior
      .map(({ fee, share }) => ({
        fee,
        share: this.counts.share(source, feeKey(fee), share, PRIOR_STRENGTH),
      }))
      .filter(({ share }) => share >= MIN_SHARE);
  }

  /** Whether lines show the fee, or several further deposits of the source prove it. */
  isProved(item: PayoutItem, fee: FeeRate): boolean {
    if (this.open.fees.isLearned(item)) {
      return feeKey(this.open.fees.rateFor(item)) === feeKey(fee);
    }
    return this.counts.of(this.sourceOf(item), feeKey(fee)) > MIN_PROOFS;
  }

  /** A processor keeps one fee, however its bank texts begin. */
  private sourceOf(item: PayoutItem): string {
    const { processor, currency } = item.deposit;
    return processor ? `${currency} ${processor}` : this.habits.sourceOf(item);
  }
}

/** The fees that explain the deposits best, if they do so better than chance. */
function fittedFees(
  items: readonly PayoutItem[],
  habits: PayoutHabits,
  near: (item: PayoutItem) => NearPayments | null,
): FeeRate[] {
  const fits = new Map<string, { fee: FeeRate; bits: number }>();
  const unexplained = Math.log2(UNEXPLAINED);
  for (const item of items) {
    const payments = near(item);
    if (!payments) continue;
    for (const [key, { fee, share }] of feesOf(item, payments, habits)) {
      const fit = fits.get(key) ?? { fee, bits: items.length * unexplained };
      fits.set(key, fit);
      // The share of totals within the tolerance, had the deposit nothing to do with the payments.
      const chance = (2 * TOLERANCE + 1) / item.gross;
      fit.bits += Math.log2(UNEXPLAINED + ((1 - UNEXPLAINED) * share) / chance) - unexplained;
    }
  }
  return [...fits.values()]
    .filter(({ bits }) => bits >= MIN_FIT)
    .sort((a, b) => b.bits - a.bits || a.fee.rate - b.fee.rate || a.fee.fixed - b.fee.fixed)
    .slice(0, MAX_SEEN)
    .map(({ fee }) => fee);
}

/** Fees that turn all payments of some days, or all but one, into the deposit; with the share of such days. */
function feesOf(
  item: PayoutItem,
  payments: NearPayments,
  habits: PayoutHabits,
): Map<string, { fee: FeeRate; share: number }> {
  const fees = new Map<string, { fee: FeeRate; share: number }>();
  const add = (gross: number, count: number, share: number) => {
    for (const fee of feesBetween(gross, count, item.gross)) {
      const key = feeKey(fee);
      const known = fees.get(key) ?? { fee, share: 0 };
      known.share += share;
      fees.set(key, known);
    }
  };
  for (const pool of payments.pools()) {
    for (const { from, to, gross } of pool.ranges(item.gross)) {
      const days = daysOf(
        pool.days[from] ?? 0,
        pool.days[to - 1] ?? 0,
        pool.days[from - 1],
        pool.days[to],
      );
      const share = pool.share * habits.daysShare(item, days);
      const count = to - from;
      add(gross, count, share / 2);
      if (count > MAX_PAYMENTS_FOR_ONE || count < 3) continue;
      for (let at = from; at < to; at++) {
        add(gross - (pool.amounts[at] ?? 0), count - 1, share / 4 / count);
      }
    }
  }
  return fees;
}

/** Fees that leave the net of so many payments, up to rounding. Amounts in minor units. */
function* feesBetween(gross: number, count: number, net: number): Generator<FeeRate> {
  const kept = gross - net;
  if (kept <= 0 || kept > gross * MAX_FEE_SHARE) return;
  for (const fixed of FIXED_FEES) {
    const rate = Math.round(((kept - fixed * count) / gross) * FEE_RATE_STEPS) / FEE_RATE_STEPS;
    if (rate < FEE_RATES.from || rate > FEE_RATES.to) continue;
    if (Math.abs(gross * rate + fixed * count - kept) <= TOLERANCE) yield { rate, fixed };
  }
}
