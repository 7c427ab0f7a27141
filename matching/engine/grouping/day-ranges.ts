import { MAX_FEE_SHARE } from "@/lib/fee-schedules";
import { append } from "../collections/append";
import type { LedgerRow, PayoutItem } from "../records/records";
import { type DayPool, isWithinDeposit, type RowOrigins } from "./day-pools";
import { DEPOSIT_DAYS, isOfSameSize, MAX_DAYS, MAX_PAYMENTS } from "./payout-sets";

/** Share of deposits that hold the payments of 1, 2, 3, … days; a weekend makes three. */
const SHARE_OF_DAYS = [0.5, 0.14, 0.2, 0.06, 0.03, 0.01, 0.04] as const;
const SHARE_OF_MORE_DAYS = 0.005;
/** Share of deposits that hold all payments instead of those of one origin. */
const SHARE_OF_ALL = 0.5;

/** All open payments of consecutive days, or all of one origin. */
export interface DayRange {
  near: NearPool;
  /** Positions in the pool: [from, to). */
  from: number;
  to: number;
  days: number;
  /** Day of the last payment − day of the deposit. */
  lag: number;
  /** Gross, minor units. */
  total: number;
  /** Prior share of deposits with so many days and this origin. */
  share: number;
}

interface NearPool {
  /** Null: payments of all origins. */
  origin: string | null;
  rows: LedgerRow[];
}

/**
 * All ranges of days near a deposit whose payments could make it up by size: of all payments that
 * are not larger than the deposit, and of those of each origin. O(n · MAX_DAYS) ranges per pool.
 */
export function* dayRanges(
  pool: DayPool,
  item: PayoutItem,
  origins: RowOrigins,
): Generator<DayRange> {
  const pools = nearPools(pool, item, origins);
  for (const near of pools) {
    yield* rangesIn(near, item, shareOf(near, pools));
  }
}

/** @returns the payments of a range, sorted by day */
export function rowsOf({ near, from, to }: DayRange): LedgerRow[] {
  return near.rows.slice(from, to);
}

/** What the payments of a range are all of, for the evidence. */
export function labelOf({ near, from, to }: DayRange): string {
  const first = near.rows[from]?.payment.date;
  const last = near.rows[to - 1]?.payment.date;
  const noun = near.origin === null ? "open payments" : "open payments of their kind";
  return first === last ? `${noun} of ${first}` : `${noun} from ${first} to ${last}`;
}

function nearPools(pool: DayPool, item: PayoutItem, origins: RowOrigins): NearPool[] {
  const near = pool.onDays(item.day - DEPOSIT_DAYS.before, item.day + DEPOSIT_DAYS.after);
  const rows = near.filter((row) => isWithinDeposit(item, row, MAX_FEE_SHARE));
  const byOrigin = new Map<string, LedgerRow[]>();
  for (const row of rows) append(byOrigin, origins.of(row), row);
  const pools: NearPool[] = [{ origin: null, rows }];
  if (byOrigin.size > 1) for (const [origin, some] of byOrigin) pools.push({ origin, rows: some });
  return pools.filter((some) => some.rows.length > 1);
}

/** Every first day with every last day. */
function* rangesIn(near: NearPool, item: PayoutItem, shareOfOrigin: number): Generator<DayRange> {
  const { rows } = near;
  const day = (place: number) => rows[place]?.day ?? 0;
  const totals = runningTotals(rows);
  for (let from = 0; from < rows.length; from++) {
    if (from > 0 && day(from) === day(from - 1)) continue;
    for (let to = from + 1; to <= rows.length; to++) {
      if (to < rows.length && day(to) === day(to - 1)) continue;
      const days = day(to - 1) - day(from) + 1;
      if (days > MAX_DAYS || to - from > MAX_PAYMENTS) break;
      if (to - from < 2) continue;
      const total = (totals[to] ?? 0) - (totals[from] ?? 0);
      if (!isOfSameSize(total, item)) continue;
      const share = shareOfOrigin * (SHARE_OF_DAYS[days - 1] ?? SHARE_OF_MORE_DAYS);
      yield { near, from, to, days, lag: day(to - 1) - item.day, total, share };
    }
  }
}

function runningTotals(rows: LedgerRow[]): Float64Array {
  const totals = new Float64Array(rows.length + 1);
  for (const [i, { amount }] of rows.entries()) totals[i + 1] = (totals[i] ?? 0) + amount;
  return totals;
}

function shareOf(pool: NearPool, pools: NearPool[]): number {
  if (pools.length === 1) return 1;
  return pool.origin === null ? SHARE_OF_ALL : (1 - SHARE_OF_ALL) / (pools.length - 1);
}
