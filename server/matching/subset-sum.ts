interface Sums {
  /** Ascending. */
  sums: Float64Array;
  /** Which items make up the sum at the same place: bit i stands for item i. */
  masks: Int32Array;
}

/** Half the items have 2^13 sums; more would take too long. */
export const MOST_ITEMS = 26;
const MOST_FOUND = 512;

/**
 * All sums that some of the amounts (any sign) have together, ready to be asked for a target: meets in the
 * middle, so that a question costs two walks over 2^(n/2) sums.
 */
export class SubsetSums {
  private readonly low: Sums;
  private readonly high: Sums;

  /** @throws RangeError beyond {@link MOST_ITEMS} amounts */
  constructor(amounts: readonly number[]) {
    if (amounts.length > MOST_ITEMS) throw new RangeError("too many amounts");
    const middle = amounts.length >> 1;
    this.low = sumsOf(amounts.slice(0, middle), 0);
    this.high = sumsOf(amounts.slice(middle), middle);
  }

  /** Bit masks of the subsets that sum to the target exactly; null when there are too many to tell. */
  find(target: number): number[] | null {
    const { low, high } = this;
    const found: number[] = [];
    let j = high.sums.length - 1;
    for (let i = 0; i < low.sums.length; i++) {
      const rest = target - (low.sums[i] ?? 0);
      while (j >= 0 && (high.sums[j] ?? 0) > rest) j--;
      for (let k = j; k >= 0 && high.sums[k] === rest; k--) {
        if (found.length === MOST_FOUND) return null;
        found.push((low.masks[i] ?? 0) | (high.masks[k] ?? 0));
      }
    }
    return found;
  }
}

/** Merges the sums without each item with the sums with it, so that they stay in order. */
function sumsOf(amounts: readonly number[], firstBit: number): Sums {
  let sums = Float64Array.of(0);
  let masks = Int32Array.of(0);
  for (const [i, amount] of amounts.entries()) {
    const size = sums.length;
    const merged = new Float64Array(size * 2);
    const mergedMasks = new Int32Array(size * 2);
    let [without, with_] = [0, 0];
    for (let at = 0; at < size * 2; at++) {
      const a = sums[without] ?? Number.POSITIVE_INFINITY;
      const b = (sums[with_] ?? Number.POSITIVE_INFINITY) + amount;
      const takes = b < a;
      merged[at] = takes ? b : a;
      mergedMasks[at] = takes
        ? (masks[with_++] ?? 0) | (1 << (firstBit + i))
        : (masks[without++] ?? 0);
    }
    sums = merged;
    masks = mergedMasks;
  }
  return { sums, masks };
}

/** The items of a mask. */
export function itemsOf<Item>(mask: number, items: readonly Item[]): Item[] {
  return items.filter((_, i) => (mask & (1 << i)) !== 0);
}

/**
 * Keeps one of the subsets that differ only in which of several interchangeable items they take.
 * @param kinds equal for items that are interchangeable
 */
export function withoutDoubles(
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

/** log2 of the number of ways to choose k of n. */
export function choiceBits(n: number, k: number): number {
  let bits = 0;
  for (let i = 1; i <= Math.min(k, n - k); i++) bits += Math.log2((n - i + 1) / i);
  return bits;
}
