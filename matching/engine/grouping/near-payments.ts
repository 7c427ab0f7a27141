import { type FeeRate, MAX_FEE_SHARE } from "@/lib/fee-schedules";
import { append } from "../collections/append";
import { lessFee } from "../compare/fee-schedules";
import type { LedgerRow, PayoutItem } from "../records/records";
import { type DayPool, isWithinDeposit } from "./day-pools";
import type { PayoutHabits } from "./payout-habits";

/** Days that the payments of a deposit may be before and after it. */
export const DEPOSIT_DAYS = { before: 35, after: 5 } as const;
/** Share of deposits that hold payments of all kinds instead of those of one, or of all but one. */
const SHARE_OF_ALL = 0.5;
/** Kinds that are looked at alone, at most; the most frequent ones. */
const MAX_KINDS = 5;
/** Days whose payments exceed the deposit by more are not continued. */
const MOST = 3;
/** Payments of the largest set that is looked for. */
export const MAX_PAYMENTS = 400;

/** Some of the payments near a deposit, sorted by day. */
export interface PaymentPool {
  /** Positions in {@link NearPayments.rows}. */
  places: readonly number[];
  days: readonly number[];
  /** Gross, minor units. */
  amounts: readonly number[];
  /** Prior share of deposits that are made up of these payments. */
  share: number;
  /** All of consecutive days that exceed an amount by up to a fee and one payment. */
  ranges(net: number): Generator<{ from: number; to: number; gross: number }>;
}

/** The open payments that a deposit may hold, sorted by day. */
export class NearPayments {
  readonly rows: readonly LedgerRow[];
  private poolsOfKinds: PaymentPool[] | undefined;

  constructor(
    item: PayoutItem,
    pool: DayPool,
    private readonly habits: PayoutHabits,
  ) {
    const { day } = item;
    this.rows = pool
      .onDays(day - DEPOSIT_DAYS.before, day + DEPOSIT_DAYS.after)
      .filter((row) => isWithinDeposit(item, row, MAX_FEE_SHARE));
  }

  /** What the payments add to the deposit, in minor units. */
  less(fee: FeeRate | null): number[] {
    return this.rows.map(({ amount }) => lessFee(amount, fee));
  }

  /** All payments, those of each kind, and all but those of each kind. */
  pools(): readonly PaymentPool[] {
    this.poolsOfKinds ??= this.makePools();
    return this.poolsOfKinds;
  }

  private makePools(): PaymentPool[] {
    const { rows, habits } = this;
    const kinds = rows.map((row) => habits.kindsOf(row).at(-1) ?? "");
    const byKind = new Map<string, number[]>();
    for (const [at, kind] of kinds.entries()) append(byKind, kind, at);
    const all = [...rows.keys()];
    if (byKind.size < 2) return [toPool(rows, all, 1)];
    const sorted = [...byKind].sort((a, b) => b[1].length - a[1].length || (a[0] < b[0] ? -1 : 1));
    const some = sorted
      .slice(0, MAX_KINDS)
      .flatMap(([kind, own]) =>
        byKind.size > 2 ? [own, all.filter((at) => kinds[at] !== kind)] : [own],
      );
    const share = (1 - SHARE_OF_ALL) / some.length;
    return [toPool(rows, all, SHARE_OF_ALL), ...some.map((each) => toPool(rows, each, share))];
  }
}

function toPool(rows: readonly LedgerRow[], places: readonly number[], share: number): PaymentPool {
  const days = places.map((at) => rows[at]?.day ?? 0);
  const amounts = places.map((at) => rows[at]?.amount ?? 0);
  const largest = amounts.reduce((most, amount) => Math.max(most, amount), 0);
  function* ranges(net: number) {
    for (let from = 0; from < days.length; from++) {
      if (from > 0 && days[from] === days[from - 1]) continue;
      let gross = 0;
      for (let to = from + 1; to <= days.length && to - from <= MAX_PAYMENTS; to++) {
        gross += amounts[to - 1] ?? 0;
        if (to < days.length && days[to] === days[to - 1]) continue;
        if (gross > (net + largest) * MOST) break;
        if (gross > net && (gross - largest) * (1 - MAX_FEE_SHARE) <= net)
          yield { from, to, gross };
      }
    }
  }
  return { places, days, amounts, share, ranges };
}
