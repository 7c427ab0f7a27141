import { type DayPool, isWithin, type Kinds } from "./day-pools";
import { append } from "./grouping";
import { DEPOSIT_DAYS, isOfSameSize, MOST_DAYS, MOST_KEPT, MOST_PAYMENTS } from "./payout";
import type { Entry, Unit } from "./rows";

/** Share of deposits that hold the payments of so many days; a weekend makes three. */
const SHARE_OF_DAYS = [0.5, 0.14, 0.2, 0.06, 0.03, 0.01, 0.04] as const;
const SHARE_OF_MORE_DAYS = 0.005;
/** Share of deposits that hold all payments, and not only all of a kind. */
const SHARE_OF_ALL = 0.5;

/** All open payments of some days in a row, or all of a kind. */
export interface DayRange {
  near: NearPool;
  /** Places in the pool: [from, to). */
  from: number;
  to: number;
  days: number;
  /** Last day of the payments − day of the deposit. */
  lag: number;
  /** Before fees. */
  total: number;
  /** How common deposits of so many days and of this kind are. */
  share: number;
}

interface NearPool {
  /** What the payments have in common; null: nothing. */
  kind: string | null;
  entries: Entry[];
}

/**
 * All ranges of days near a deposit whose payments could make it up by size: of all payments that are
 * not larger than it, and of those of each kind.
 */
export function* dayRanges(pool: DayPool, unit: Unit, kinds: Kinds): Generator<DayRange> {
  const pools = nearPools(pool, unit, kinds);
  for (const near of pools) {
    yield* rangesOf(near, unit, shareOf(near, pools));
  }
}

export function entriesOf({ near, from, to }: DayRange): Entry[] {
  return near.entries.slice(from, to);
}

/** What the payments of a range are all of, for people. */
export function labelOf({ near, from, to }: DayRange): string {
  const first = near.entries[from]?.payment.date;
  const last = near.entries[to - 1]?.payment.date;
  const rows = near.kind === null ? "open payments" : "open payments of their kind";
  return first === last ? `${rows} of ${first}` : `${rows} from ${first} to ${last}`;
}

function nearPools(pool: DayPool, unit: Unit, kinds: Kinds): NearPool[] {
  const near = pool.onDays(unit.day - DEPOSIT_DAYS.before, unit.day + DEPOSIT_DAYS.after);
  const entries = near.filter((entry) => isWithin(unit, entry, MOST_KEPT));
  const byKind = new Map<string, Entry[]>();
  for (const entry of entries) append(byKind, kinds.of(entry), entry);
  const pools: NearPool[] = [{ kind: null, entries }];
  if (byKind.size > 1) for (const [kind, some] of byKind) pools.push({ kind, entries: some });
  return pools.filter((some) => some.entries.length > 1);
}

/** Every start and every end. */
function* rangesOf(near: NearPool, unit: Unit, shareOfKind: number): Generator<DayRange> {
  const { entries } = near;
  const day = (place: number) => entries[place]?.day ?? 0;
  const totals = runningTotals(entries);
  for (let from = 0; from < entries.length; from++) {
    if (from > 0 && day(from) === day(from - 1)) continue;
    for (let to = from + 1; to <= entries.length; to++) {
      if (to < entries.length && day(to) === day(to - 1)) continue;
      const days = day(to - 1) - day(from) + 1;
      if (days > MOST_DAYS || to - from > MOST_PAYMENTS) break;
      if (to - from < 2) continue;
      const total = (totals[to] ?? 0) - (totals[from] ?? 0);
      if (!isOfSameSize(total, unit)) continue;
      const share = shareOfKind * (SHARE_OF_DAYS[days - 1] ?? SHARE_OF_MORE_DAYS);
      yield { near, from, to, days, lag: day(to - 1) - unit.day, total, share };
    }
  }
}

function runningTotals(entries: Entry[]): Float64Array {
  const totals = new Float64Array(entries.length + 1);
  for (const [i, { amount }] of entries.entries()) totals[i + 1] = (totals[i] ?? 0) + amount;
  return totals;
}

function shareOf(pool: NearPool, pools: NearPool[]): number {
  if (pools.length === 1) return 1;
  return pool.kind === null ? SHARE_OF_ALL : (1 - SHARE_OF_ALL) / (pools.length - 1);
}
