import { lowerBound } from "../collections/lower-bound";

/** Days with more payments are not searched: too many sums would fit. */
export const MAX_K_SUM_AMOUNTS = 160;
const MAX_FOUND = 512;

/**
 * Sums of two to four of many amounts (k-sum), where there are too many for all subsets. Pairs of
 * amounts are sorted by their sum, and four amounts are two pairs. O(n² log n) to build, O(n²)
 * memory.
 */
export class KSums {
  /** Index pairs i < j, ascending by sum. */
  private readonly firsts: Int32Array;
  private readonly seconds: Int32Array;
  private readonly sums: Float64Array;

  /**
   * @param amounts minor units, any sign
   * @throws RangeError beyond {@link MAX_K_SUM_AMOUNTS} amounts
   */
  constructor(private readonly amounts: readonly number[]) {
    const n = amounts.length;
    if (n > MAX_K_SUM_AMOUNTS) throw new RangeError("too many amounts");
    const count = (n * (n - 1)) / 2;
    const pairs = { firsts: new Int32Array(count), seconds: new Int32Array(count) };
    const sums = new Float64Array(count);
    let at = 0;
    for (let i = 0; i < n; i++) {
      for (let j = i + 1; j < n; j++) {
        pairs.firsts[at] = i;
        pairs.seconds[at] = j;
        sums[at++] = (amounts[i] ?? 0) + (amounts[j] ?? 0);
      }
    }
    const order = Uint32Array.from(sums, (_, place) => place);
    order.sort((a, b) => (sums[a] ?? 0) - (sums[b] ?? 0) || a - b);
    this.firsts = Int32Array.from(order, (place) => pairs.firsts[place] ?? 0);
    this.seconds = Int32Array.from(order, (place) => pairs.seconds[place] ?? 0);
    this.sums = Float64Array.from(order, (place) => sums[place] ?? 0);
  }

  /**
   * @param target minor units
   * @returns ascending indices of the two to four amounts that sum to the target; null for too many
   * solutions
   */
  find(target: number): number[][] | null {
    const found: number[][] = [];
    for (const pair of this.pairsOf(target)) found.push(this.membersOf(pair));
    for (const [third, amount] of this.amounts.entries()) {
      for (const pair of this.pairsOf(target - amount)) {
        const members = this.membersOf(pair);
        if ((members[1] ?? 0) >= third) continue;
        if (found.length === MAX_FOUND) return null;
        found.push([...members, third]);
      }
    }
    for (const four of this.fours(target)) {
      if (found.length === MAX_FOUND) return null;
      found.push(four);
    }
    return found;
  }

  /** Combines two pairs, the one with the smallest index first, so that each four is found once. */
  private *fours(target: number): Generator<number[]> {
    let high = this.sums.length - 1;
    for (let low = 0; low < this.sums.length; low++) {
      const rest = target - (this.sums[low] ?? 0);
      while (high >= 0 && (this.sums[high] ?? 0) > rest) high--;
      for (let other = high; other >= 0 && this.sums[other] === rest; other--) {
        const [a = 0, b = 0] = this.membersOf(low);
        const [c = 0, d = 0] = this.membersOf(other);
        // Of the three ways to split four members into pairs, keep the one with the two smallest together.
        if (b < c) yield [a, b, c, d];
      }
    }
  }

  private *pairsOf(sum: number): Generator<number> {
    for (let at = lowerBound(this.sums, sum); this.sums[at] === sum; at++) yield at;
  }

  private membersOf(pair: number): number[] {
    return [this.firsts[pair] ?? 0, this.seconds[pair] ?? 0];
  }
}
