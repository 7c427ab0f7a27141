import type { DayPool, Kinds } from "./day-pools";
import { dayRanges, entriesOf } from "./day-ranges";
import { append } from "./grouping";
import { isPlausible } from "./payout";
import type { Entry, Unit } from "./rows";
import type { OpenRows } from "./set-proposal";
import { type FeeRate, lessFee, nameOfFee } from "./tariffs";

/** Fees are a share in hundredths of a percent, and a fixed part in minor units: one of these. */
const RATE_STEPS = 10_000;
const FIXED_PARTS = [0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 49, 50];
const RATES = { from: 0.002, to: 0.06 } as const;
/** Deposits usually hold the payments of a few days just before. */
const MOST_DAYS = 3;
const EARLIEST = -6;
/** So many deposits of a currency are looked at; if they show no fee, more will not. */
const MOST_SEARCHED = 1000;
/** So many deposits have to show the same fee, and so many times more than chance makes likely. */
const LEAST_SEEN = 4;
const BEYOND_CHANCE = 6;

interface Vote {
  fee: FeeRate;
  count: number;
}

/**
 * Reads the fees off deposits without lines: what is missing from the payments of some days is the
 * same share and fixed part again and again only if it is the fee. By currency.
 */
export function seenFees(
  open: OpenRows,
  pools: Map<string, DayPool>,
  kinds: Kinds,
): Map<string, FeeRate[]> {
  const votes = new Map<string, Map<string, Vote>>();
  const searched = new Map<string, number>();
  for (const unit of open.units) {
    const pool = unit.gross > 0 ? pools.get(unit.currency) : undefined;
    const before = searched.get(unit.currency) ?? 0;
    if (!pool || before >= MOST_SEARCHED) continue;
    searched.set(unit.currency, before + 1);
    const ofCurrency = votes.get(unit.currency) ?? new Map<string, Vote>();
    votes.set(unit.currency, ofCurrency);
    for (const [name, fee] of fittingFees(unit, pool, kinds)) {
      const vote = ofCurrency.get(name) ?? { fee, count: 0 };
      vote.count++;
      ofCurrency.set(name, vote);
    }
  }
  const seen = new Map<string, FeeRate[]>();
  const cells = (RATES.to - RATES.from) * RATE_STEPS * FIXED_PARTS.length;
  for (const [currency, ofCurrency] of votes) {
    let total = 0;
    for (const { count } of ofCurrency.values()) total += count;
    const least = Math.max(LEAST_SEEN, BEYOND_CHANCE * (total / cells));
    for (const { fee, count } of ofCurrency.values()) {
      if (count >= least) append(seen, currency, fee);
    }
  }
  return seen;
}

/** The fees that would make the deposit out of all payments of some days, by name. */
function fittingFees(unit: Unit, pool: DayPool, kinds: Kinds): Map<string, FeeRate> {
  const fees = new Map<string, FeeRate>();
  for (const range of dayRanges(pool, unit, kinds)) {
    const isUsual = range.days <= MOST_DAYS && range.lag <= 0 && range.lag >= EARLIEST;
    if (!isUsual || range.total <= unit.gross || !isPlausible(range.total, unit)) continue;
    for (const fee of feesBetween(entriesOf(range), range.total, unit.gross)) {
      fees.set(nameOfFee(fee), fee);
    }
  }
  return fees;
}

function* feesBetween(entries: Entry[], total: number, net: number): Generator<FeeRate> {
  for (const fixed of FIXED_PARTS) {
    const share = (total - net - fixed * entries.length) / total;
    const rate = Math.round(share * RATE_STEPS) / RATE_STEPS;
    if (rate < RATES.from || rate > RATES.to) continue;
    const left = entries.reduce((sum, { amount }) => sum + lessFee(amount, { rate, fixed }), 0);
    if (left === net) yield { rate, fixed };
  }
}
