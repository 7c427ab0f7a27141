import { lowerBound } from "../collections/lower-bound";
import { exp2 } from "../exp2";
import type { LedgerRow, PayoutItem } from "../records/records";
import type { NearPayments } from "./near-payments";
import type { PayoutHabits, Taken } from "./payout-habits";
import { daysOf } from "./payout-periods";
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
  /** What is known of each kind of payment, by its number. */
  private readonly kindList: { level: number; odds: TakenWeights }[] = [];
  private readonly ranges = new Map<number, RangeWeights>();
  private readonly daysWeights = new Map<number, number>();
  private readonly days: readonly number[];
  private readonly classSizes = new Map<number, number>();

  constructor(
    private readonly item: PayoutItem,
    private readonly near: NearPayments,
    private readonly habits: PayoutHabits,
  ) {
    const { rows } = near;
    this.days = rows.map(({ day }) => day);
    const ids = new Map<string, number>();
    const known = new Map<readonly string[], number[]>();
    const idsOf = (kinds: readonly string[]) =>
      kinds.map((kind, level) => {
        const key = `${level} ${kind}`;
        const id = ids.get(key) ?? ids.size;
        if (id === ids.size) {
          ids.set(key, id);
          this.kindList.push({ level, odds: new TakenWeights(habits.takenOf(item, kind)) });
        }
        return id;
      });
    this.kinds = rows.map((row) => {
      const kinds = habits.kindsOf(row);
      const numbers = known.get(kinds) ?? idsOf(kinds);
      known.set(kinds, numbers);
      return numbers;
    });
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
    const shareOfDay = new Map<number, number>();
    const shares = rows.map(({ day }) => {
      const share = shareOfDay.get(day) ?? habits.delayShare(item, day - item.day);
      shareOfDay.set(day, share);
      return share;
    });
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
    const kind = this.kindList[this.kinds[at]?.at(-1) ?? 0];
    if (!kind) return MEMBER.least;
    const { share, seen, taken } = kind.odds.taken;
    return Math.max(MEMBER.least, (share * taken) / seen);
  }

  /** @param places ascending @returns bits: log2 of the prior probability of this set, each payment by its delay */
  byDelay(places: readonly number[]): number {
    let bits = this.none + this.sameBooks(places);
    for (const at of places) bits += this.memberOdds[at] ?? 0;
    return bits;
  }

  /** @param places ascending @returns bits: log2 of the prior probability of this set, as what it is of its days */
  byDays(places: readonly number[]): number {
    const [first = 0, last = 0] = [places[0], places.at(-1)].map(
      (at) => this.near.rows[at ?? 0]?.day,
    );
    const range = this.rangeOf(first, last);
    const own = new Map<number, number>();
    for (const at of places)
      for (const kind of this.kinds[at] ?? []) own.set(kind, (own.get(kind) ?? 0) + 1);
    const bits = [...range.noneOf];
    for (const [kind, count] of own) {
      const { level = 0, odds } = this.kindList[kind] ?? {};
      const all = range.all.get(kind) ?? 0;
      bits[level] = (bits[level] ?? 0) + (odds?.of(count, all) ?? 0) - (odds?.of(0, all) ?? 0);
    }
    const share = bits.reduce((sum, each) => sum + exp2(each), 0) / bits.length;
    return range.daysWeight + Math.log2(share) + this.sameBooks(places);
  }

  /** @returns bits: log2 of the share of deposits with payments on just the days first … last */
  daysWeight(first: number, last: number): number {
    const key = keyOf(first, last);
    let weight = this.daysWeights.get(key);
    if (weight === undefined) {
      const before = this.days[lowerBound(this.days, first) - 1];
      const after = this.days[lowerBound(this.days, last + 1)];
      const share = this.habits.daysShare(this.item, daysOf(first, last, before, after));
      weight = Math.log2(share);
      this.daysWeights.set(key, weight);
    }
    return weight;
  }

  private rangeOf(first: number, last: number): RangeWeights {
    const key = keyOf(first, last);
    let range = this.ranges.get(key);
    if (!range) {
      range = this.weighRange(first, last);
      this.ranges.set(key, range);
    }
    return range;
  }

  private weighRange(first: number, last: number): RangeWeights {
    const all = new Map<number, number>();
    const to = lowerBound(this.days, last + 1);
    for (let at = lowerBound(this.days, first); at < to; at++) {
      for (const kind of this.kinds[at] ?? []) all.set(kind, (all.get(kind) ?? 0) + 1);
    }
    const noneOf = (this.kinds[0] ?? []).map(() => 0);
    for (const [kind, count] of all) {
      const { level = 0, odds } = this.kindList[kind] ?? {};
      noneOf[level] = (noneOf[level] ?? 0) + (odds?.of(0, count) ?? 0);
    }
    return { all, noneOf, daysWeight: this.daysWeight(first, last) };
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
  for (let at = 0; at < rows.length; at++) {
    const weight = (masses[at] ?? 0) * (shares[at] ?? 0);
    sum += weight * Math.abs(rows[at]?.amount ?? 0);
    weights += weight;
  }
  return sum > 0 ? Math.max(1, (Math.abs(gross) * weights) / sum) : 1;
}

function keyOf(first: number, last: number): number {
  return first * 1000 + last - first;
}

/** Payments of each kind on some days, and what it weighs, by level of detail, that none of them is in the deposit. */
interface RangeWeights {
  all: ReadonlyMap<number, number>;
  noneOf: readonly number[];
  daysWeight: number;
}

/** How probable it is that just some payments of a kind are in the deposit: none, or a beta-binomial number. */
class TakenWeights {
  private readonly sums: { in: number[]; out: number[]; all: number[] } = {
    in: [0],
    out: [0],
    all: [0],
  };

  constructor(readonly taken: Taken) {}

  /** @returns bits: log2 of the probability of just these `own` of `all` payments */
  of(own: number, all: number): number {
    const { share, seen, taken } = this.taken;
    const { sums } = this;
    const bits =
      rising(sums.in, taken, own) +
      rising(sums.out, seen - taken, all - own) -
      rising(sums.all, seen, all);
    return own > 0 ? Math.log2(share) + bits : Math.log2(1 - share + share * exp2(bits));
  }
}

/** log2 of the product of start, start + 1, … (count factors); `known` are those of fewer factors. */
function rising(known: number[], start: number, count: number): number {
  for (let i = known.length; i <= count; i++) {
    known.push((known[i - 1] ?? 0) + Math.log2(start + i - 1));
  }
  return known[count] ?? 0;
}
