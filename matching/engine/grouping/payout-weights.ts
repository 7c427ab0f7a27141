import type { LedgerRow, PayoutItem } from "../records/records";
import type { NearPayments } from "./near-payments";
import type { PayoutHabits, Taken } from "./payout-habits";
import { log2Choices } from "./subset-sum";

/** Days before and after a payment over which the open payments are averaged. */
const AROUND = 3;
/** Least and greatest probability that a payment is in the deposit. */
const MEMBER = { least: 1e-4, most: 0.9 } as const;

/**
 * How probable it is that a deposit is made up of just these payments, before their sum is considered. Two ways to
 * think of it: all or none of a kind on consecutive days, or each payment on its own, by its delay.
 */
export class PayoutWeights {
  /** By position: log2 odds that the payment is in the deposit, by its delay. */
  readonly memberOdds: Float64Array;
  /** log2 of the probability that none is. */
  private readonly none: number;
  private readonly kinds: number[][];
  private readonly taken: Taken[] = [];
  private readonly classSizes = new Map<number, number>();

  constructor(
    private readonly item: PayoutItem,
    private readonly near: NearPayments,
    private readonly habits: PayoutHabits,
  ) {
    const { rows } = near;
    const ids = new Map<string, number>();
    this.kinds = rows.map((row) =>
      habits.kindsOf(row).map((kind, level) => {
        const key = `${level} ${kind}`;
        const id = ids.get(key) ?? ids.size;
        if (id === ids.size) {
          ids.set(key, id);
          this.taken.push(habits.takenOf(item, kind));
        }
        return id;
      }),
    );
    for (const { interchangeClass } of rows) {
      this.classSizes.set(interchangeClass, (this.classSizes.get(interchangeClass) ?? 0) + 1);
    }
    const probabilities = this.memberProbabilities();
    this.memberOdds = probabilities.map((p) => Math.log2(p / (1 - p)));
    this.none = probabilities.reduce((sum, p) => sum + Math.log2(1 - p), 0);
  }

  /** By position: expected members × share of the delay and of the kind, over the open payments near that day. */
  private memberProbabilities(): Float64Array {
    const { item, near, habits } = this;
    const { rows } = near;
    const masses = rows.map((row, at) =>
      row.amount * item.gross > 0 ? this.takenShare(at) : MEMBER.least,
    );
    const shares = rows.map(({ day }) => habits.delayShare(item, day - item.day));
    const expected = expectedMembers(item, rows, masses, shares);
    let [from, to, sum] = [0, 0, 0];
    return Float64Array.from(rows, ({ day }, at) => {
      while (to < rows.length && (rows[to]?.day ?? 0) <= day + AROUND) sum += masses[to++] ?? 0;
      while ((rows[from]?.day ?? 0) < day - AROUND) sum -= masses[from++] ?? 0;
      const perDay = sum / (2 * AROUND + 1);
      const probability = (expected * (shares[at] ?? 0) * (masses[at] ?? 0)) / perDay;
      return Math.max(MEMBER.least, Math.min(MEMBER.most, probability));
    });
  }

  private takenShare(at: number): number {
    const { seen, taken } = this.taken[this.kinds[at]?.at(-1) ?? 0] ?? { seen: 1, taken: 1 };
    return Math.max(MEMBER.least, taken / seen);
  }

  /** @param places ascending @returns bits: log2 of the prior probability of this set, each payment by its delay */
  byDelay(places: readonly number[]): number {
    let bits = this.none + this.sameBooks(places);
    for (const at of places) bits += this.memberOdds[at] ?? 0;
    return bits;
  }

  /** @param places ascending @returns bits: log2 of the prior probability of this set, as what it is of its days */
  byDays(places: readonly number[]): number {
    const { rows } = this.near;
    const first = rows[places[0] ?? 0]?.day ?? 0;
    const last = rows[places.at(-1) ?? 0]?.day ?? 0;
    const all = this.taken.map(() => 0);
    const own = this.taken.map(() => 0);
    for (const [at, { day }] of rows.entries()) {
      if (day >= first && day <= last)
        for (const kind of this.kinds[at] ?? []) all[kind] = (all[kind] ?? 0) + 1;
    }
    for (const at of places)
      for (const kind of this.kinds[at] ?? []) own[kind] = (own[kind] ?? 0) + 1;
    // By kinds of payments in more and less detail.
    const levels = this.kinds[0]?.length ?? 1;
    const weights = Array.from({ length: levels }, () => 0);
    const levelOf = new Map<number, number>();
    for (const kinds of this.kinds)
      for (const [level, kind] of kinds.entries()) levelOf.set(kind, level);
    for (const [kind, level] of levelOf) {
      const taken = this.taken[kind] ?? { seen: 2, taken: 1 };
      weights[level] = (weights[level] ?? 0) + takenWeight(own[kind] ?? 0, all[kind] ?? 0, taken);
    }
    const share = weights.reduce((sum, bits) => sum + 2 ** bits, 0) / levels;
    return (
      Math.log2(this.habits.daysShare(this.item, first, last) * share) + this.sameBooks(places)
    );
  }

  /** log2 of the number of sets that differ only in which interchangeable payments they take. */
  private sameBooks(places: readonly number[]): number {
    const taken = new Map<number, number>();
    for (const at of places) {
      const kind = this.near.rows[at]?.interchangeClass ?? -1;
      taken.set(kind, (taken.get(kind) ?? 0) + 1);
    }
    let bits = 0;
    for (const [kind, count] of taken)
      bits += log2Choices(this.classSizes.get(kind) ?? count, count);
    return bits;
  }
}

/** The deposit over the mean amount of the payments that are likely in it. */
function expectedMembers(
  { gross }: PayoutItem,
  rows: readonly LedgerRow[],
  masses: readonly number[],
  shares: readonly number[],
): number {
  let [sum, weights] = [0, 0];
  for (const [at, { amount }] of rows.entries()) {
    const weight = (masses[at] ?? 0) * (shares[at] ?? 0);
    sum += weight * Math.abs(amount);
    weights += weight;
  }
  return sum > 0 ? Math.max(1, (Math.abs(gross) * weights) / sum) : 1;
}

/** log2 of the probability of just these `own` of `all` payments of a kind (beta-binomial). */
function takenWeight(own: number, all: number, { seen, taken }: Taken): number {
  const left = seen - taken;
  let share = 1;
  let bits = 0;
  for (let i = 0; i < all; i++) {
    share *= (i < own ? taken + i : left + i - own) / (seen + i);
    // Before it becomes too small for a number.
    if (share < 1e-200) {
      bits += Math.log2(share);
      share = 1;
    }
  }
  return bits + Math.log2(share);
}
