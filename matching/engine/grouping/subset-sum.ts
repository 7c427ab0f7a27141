interface Sums {
  /** Ascending. */
  sums: Float64Array;
  /** Members of the sum at the same position: bit i for amount i. */
  masks: Int32Array;
}

/** Each half has up to 2^13 sums; more would take too long. */
export const MAX_SUBSET_AMOUNTS = 26;
const MAX_FOUND = 512;

/**
 * All subset sums of some amounts, by meeting in the middle (Horowitz and Sahni): O(2^(n/2)) to
 * build and per query.
 */
export class SubsetSums {
  private readonly low: Sums;
  private readonly high: Sums;

  /**
   * @param amounts minor units, any sign
   * @throws RangeError beyond {@link MAX_SUBSET_AMOUNTS} amounts
   */
  constructor(amounts: readonly number[]) {
    if (amounts.length > MAX_SUBSET_AMOUNTS) throw new RangeError("too many amounts");
    const middle = amounts.length >> 1;
    this.low = sumsOf(amounts.slice(0, middle), 0);
    this.high = sumsOf(amounts.slice(middle), middle);
  }

  /**
   * @param target minor units
   * @returns bit masks (bit i for amount i) of the subsets with exactly this sum; null for too many
   */
  find(target: number): number[] | null {
    const { low, high } = this;
    const found: number[] = [];
    let j = high.sums.length - 1;
    for (let i = 0; i < low.sums.length; i++) {
      const rest = target - (low.sums[i] ?? 0);
      while (j >= 0 && (high.sums[j] ?? 0) > rest) j--;
      for (let k = j; k >= 0 && high.sums[k] === rest; k--) {
        if (found.length === MAX_FOUND) return null;
        found.push((low.masks[i] ?? 0) | (high.masks[k] ?? 0));
      }
    }
    return found;
  }
}

/** Merges the sums without each amount and the sums with it, so that they stay sorted. */
function sumsOf(amounts: readonly number[], firstBit: number): Sums {
  const size = 2 ** amounts.length;
  let [sums, merged] = [new Float64Array(size), new Float64Array(size)];
  let [masks, mergedMasks] = [new Int32Array(size), new Int32Array(size)];
  for (const [i, amount] of amounts.entries()) {
    const [count, bit] = [2 ** i, 1 << (firstBit + i)];
    let [without, with_] = [0, 0];
    while (without < count || with_ < count) {
      const at = without + with_;
      const sum = (sums[with_] ?? 0) + amount;
      if (with_ < count && (without === count || sum < (sums[without] ?? 0))) {
        merged[at] = sum;
        mergedMasks[at] = (masks[with_++] ?? 0) | bit;
      } else {
        merged[at] = sums[without] ?? 0;
        mergedMasks[at] = masks[without++] ?? 0;
      }
    }
    [sums, merged] = [merged, sums];
    [masks, mergedMasks] = [mergedMasks, masks];
  }
  return { sums, masks };
}

/** @returns the elements whose bits are set, in order */
export function selectByMask<Element>(mask: number, elements: readonly Element[]): Element[] {
  return elements.filter((_, i) => (mask & (1 << i)) !== 0);
}

/**
 * Keeps one of the subsets that differ only in which interchangeable elements they take.
 * @param masks bit i for element i
 * @param kinds one per element, equal for interchangeable elements
 */
export function withoutInterchangeable(
  masks: readonly number[],
  kinds: readonly (number | string)[],
): number[] {
  const before = kinds.map((kind, i) => kinds.lastIndexOf(kind, i - 1));
  if (before.every((place, i) => i === 0 || place === -1)) return [...masks];
  return masks.filter((mask) =>
    before.every((place, i) => i === 0 || place < 0 || !has(mask, i) || has(mask, place)),
  );
}

function has(mask: number, bit: number): boolean {
  return (mask & (1 << bit)) !== 0;
}

/** log2 of the binomial coefficient "n choose k". */
export function log2Choices(n: number, k: number): number {
  let bits = 0;
  for (let i = 1; i <= Math.min(k, n - k); i++) bits += Math.log2((n - i + 1) / i);
  return bits;
}
