import { append } from "../collections/append";
import { MAX_PAYMENTS } from "./near-payments";

/** Pairs of payments are left out of at most so many payments. */
const MAX_PAYMENTS_FOR_TWO = 60;
/** Ways to leave payments out of one range, at most. */
const MAX_WAYS = 16;
const NOWHERE: readonly number[] = [];

/** Payments near a deposit, sorted by day: what each of them adds to it, in minor units. */
export interface NearAmounts {
  days: readonly number[];
  amounts: readonly number[];
}

/** All payments of some days but a few: positions in {@link NearAmounts}, [from, to) without `left`. */
export interface AllButFew {
  from: number;
  to: number;
  left: readonly number[];
}

/**
 * All payments of consecutive days whose amounts are a total, and those that are once one or two of them are left
 * out. O(d² + r · n) at most for d days, n payments and the r ranges that exceed the total by no more than two payments.
 * @param total minor units
 * @param tolerance minor units, for fees that are rounded in another way
 * @param isLikely tests the first and the last day of a range: others are passed over
 */
export function* allButFew(
  { days, amounts }: NearAmounts,
  total: number,
  tolerance: number,
  isLikely: (first: number, last: number) => boolean,
): Generator<AllButFew> {
  const ends = dayEnds(days);
  const sums = runningTotals(amounts);
  let places: ReadonlyMap<number, number[]> | undefined;
  const [least, most] = extremesOfTwo(amounts);
  const negative = negativeFrom(amounts);
  for (let start = 0; start < ends.length; start++) {
    const from = ends[start] ?? 0;
    for (let end = start + 1; end < ends.length; end++) {
      const to = ends[end] ?? 0;
      if (to - from > MAX_PAYMENTS) break;
      const excess = (sums[to] ?? 0) - (sums[from] ?? 0) - total;
      // Longer ranges exceed the total by more, but for the negative amounts that come.
      if (excess + (negative[to] ?? 0) > most + tolerance) break;
      if (excess < least - tolerance || excess > most + tolerance) continue;
      if (!isLikely(days[from] ?? 0, days[to - 1] ?? 0)) continue;
      if (Math.abs(excess) <= tolerance) yield { from, to, left: [] };
      else {
        places ??= placesByAmount(amounts);
        yield* leftOut({ from, to, amounts, places }, excess, tolerance);
      }
    }
  }
}

interface Range {
  from: number;
  to: number;
  amounts: readonly number[];
  /** Positions of each amount, ascending. */
  places: ReadonlyMap<number, number[]>;
}

function* leftOut(range: Range, excess: number, tolerance: number): Generator<AllButFew> {
  const { from, to, amounts, places } = range;
  let ways = 0;
  for (let off = -tolerance; off <= tolerance; off++) {
    for (const one of places.get(excess + off) ?? NOWHERE) {
      if (one < from || one >= to) continue;
      if (ways++ === MAX_WAYS) return;
      yield { from, to, left: [one] };
    }
  }
  if (to - from > MAX_PAYMENTS_FOR_TWO) return;
  for (let one = from; one < to; one++) {
    for (const other of places.get(excess - (amounts[one] ?? 0)) ?? NOWHERE) {
      if (other <= one || other >= to) continue;
      if (ways++ === MAX_WAYS) return;
      yield { from, to, left: [one, other] };
    }
  }
}

function placesByAmount(amounts: readonly number[]): Map<number, number[]> {
  const places = new Map<number, number[]>();
  for (let at = 0; at < amounts.length; at++) append(places, amounts[at] ?? 0, at);
  return places;
}

/** Positions at which a day begins, and the end. */
function dayEnds(days: readonly number[]): number[] {
  const ends: number[] = [];
  for (let at = 0; at < days.length; at++) if (days[at] !== days[at - 1]) ends.push(at);
  ends.push(days.length);
  return ends;
}

function runningTotals(amounts: readonly number[]): Float64Array {
  const totals = new Float64Array(amounts.length + 1);
  for (let i = 0; i < amounts.length; i++) totals[i + 1] = (totals[i] ?? 0) + (amounts[i] ?? 0);
  return totals;
}

/** By position: the sum of the negative amounts from there on. */
function negativeFrom(amounts: readonly number[]): Float64Array {
  const sums = new Float64Array(amounts.length + 1);
  for (let i = amounts.length - 1; i >= 0; i--) {
    sums[i] = (sums[i + 1] ?? 0) + Math.min(0, amounts[i] ?? 0);
  }
  return sums;
}

/** The least and the greatest sum of no, one or two amounts. */
function extremesOfTwo(amounts: readonly number[]): [number, number] {
  let [least, next] = [0, 0];
  let [most, nextMost] = [0, 0];
  for (const amount of amounts) {
    if (amount < least) [least, next] = [amount, least];
    else if (amount < next) next = amount;
    if (amount > most) [most, nextMost] = [amount, most];
    else if (amount > nextMost) nextMost = amount;
  }
  return [least + next, most + nextMost];
}
