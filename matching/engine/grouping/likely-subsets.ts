import { SubsetSums, selectByMask } from "./subset-sum";

/** Of so many payments all subsets are looked at; of fewer where too many of them have the total. */
const SIZES = [22, 18, 14] as const;

/** Subset sums of the payments that are most likely in a deposit. */
export class LikelySubsets {
  private readonly all = new Map<number, SubsetSums>();
  /** The payments all of whose subsets every search so far has looked at. */
  private searched: ReadonlySet<number> | undefined;

  /**
   * @param likeliest positions of payments, the likeliest first
   * @param amounts by position, minor units
   */
  constructor(
    private readonly likeliest: readonly number[],
    private readonly amounts: readonly number[],
  ) {}

  /**
   * Bounded work: O(2^11).
   * @param total minor units
   * @returns positions, ascending
   */
  find(total: number): number[][] {
    for (const size of SIZES) {
      const some = this.likeliest.slice(0, size);
      const sums = this.all.get(size) ?? new SubsetSums(some.map((at) => this.amounts[at] ?? 0));
      this.all.set(size, sums);
      const masks = sums.find(total);
      if (!masks) continue;
      if (!this.searched || some.length < this.searched.size) this.searched = new Set(some);
      return masks.map((mask) => selectByMask(mask, some).sort((a, b) => a - b));
    }
    this.searched = new Set();
    return [];
  }

  /** Tests whether what was found has all subsets of these payments. */
  includes(places: readonly number[]): boolean {
    return places.every((at) => this.searched?.has(at) === true);
  }
}
