import { FEE_RATE_STEPS, FEE_RATES, type FeeRate, FIXED_FEES } from "@/lib/fee-schedules";
import { append } from "../collections/append";
import { feeKey, lessFee } from "../compare/fee-schedules";
import type { LedgerRow, PayoutItem } from "../records/records";
import type { DayPool, RowOrigins } from "./day-pools";
import { dayRanges, rowsOf } from "./day-ranges";
import { isPlausible } from "./payout-sets";
import type { OpenRecords } from "./set-proposal";

/** Ranges that fees are inferred from: a few days shortly before the deposit. */
const MAX_DAYS = 3;
const MIN_LAG = -6;
/** Deposits per currency that are searched; if they show no fee, more will not. */
const MAX_SEARCHED = 1000;
/** Deposits that have to show the same fee, and how many times more than expected by chance. */
const MIN_VOTES = 4;
const MIN_CHANCE_FACTOR = 6;

interface Vote {
  fee: FeeRate;
  count: number;
}

/**
 * Infers fees from deposits without lines: what the payments of some days exceed deposits by is
 * repeatedly the same share and fixed part only if it is the fee.
 * @param pools open payments by currency
 * @returns fees by currency, in order of first appearance
 */
export function observedFees(
  open: OpenRecords,
  pools: Map<string, DayPool>,
  origins: RowOrigins,
): Map<string, FeeRate[]> {
  const votes = new Map<string, Map<string, Vote>>();
  const searched = new Map<string, number>();
  for (const item of open.items) {
    const pool = item.gross > 0 ? pools.get(item.currency) : undefined;
    const before = searched.get(item.currency) ?? 0;
    if (!pool || before >= MAX_SEARCHED) continue;
    searched.set(item.currency, before + 1);
    const ofCurrency = votes.get(item.currency) ?? new Map<string, Vote>();
    votes.set(item.currency, ofCurrency);
    for (const [name, fee] of fittingFees(item, pool, origins)) {
      const vote = ofCurrency.get(name) ?? { fee, count: 0 };
      vote.count++;
      ofCurrency.set(name, vote);
    }
  }
  const seen = new Map<string, FeeRate[]>();
  const edges = (FEE_RATES.to - FEE_RATES.from) * FEE_RATE_STEPS * FIXED_FEES.length;
  for (const [currency, ofCurrency] of votes) {
    let total = 0;
    for (const { count } of ofCurrency.values()) total += count;
    const least = Math.max(MIN_VOTES, MIN_CHANCE_FACTOR * (total / edges));
    for (const { fee, count } of ofCurrency.values()) {
      if (count >= least) append(seen, currency, fee);
    }
  }
  return seen;
}

/** Fees that turn all payments of some days into the deposit, by key. */
function fittingFees(item: PayoutItem, pool: DayPool, origins: RowOrigins): Map<string, FeeRate> {
  const fees = new Map<string, FeeRate>();
  for (const range of dayRanges(pool, item, origins)) {
    const isUsual = range.days <= MAX_DAYS && range.lag <= 0 && range.lag >= MIN_LAG;
    if (!isUsual || range.total <= item.gross || !isPlausible(range.total, item)) continue;
    for (const fee of feesBetween(rowsOf(range), range.total, item.gross)) {
      fees.set(feeKey(fee), fee);
    }
  }
  return fees;
}

function* feesBetween(rows: LedgerRow[], total: number, net: number): Generator<FeeRate> {
  for (const fixed of FIXED_FEES) {
    const share = (total - net - fixed * rows.length) / total;
    const rate = Math.round(share * FEE_RATE_STEPS) / FEE_RATE_STEPS;
    if (rate < FEE_RATES.from || rate > FEE_RATES.to) continue;
    const remaining = rows.reduce((sum, { amount }) => sum + lessFee(amount, { rate, fixed }), 0);
    if (remaining === net) yield { rate, fixed };
  }
}
