import { KSums } from "./k-sum";
import { SubsetSums, selectByMask } from "./subset-sum";

/** Of so many payments all subsets are looked at; of fewer where too many of them have the total. */
const SIZES = [22, 18, 14] as const;
/** Of so many payments those of up to four. */
const MAX_OF_FOUR = 40;

/** Subset sums of the payments that are most likely in a deposit. */
export class LikelySubsets {
  private readonly all = new Map<number, SubsetSums>();
  private few: KSums | undefined;

  /**
   * @param likeliest positions of payments, the likeliest first
   * @param amounts by position, minor units
   */
  constructor(
    private readonly likeliest: readonly number[],
    private readonly amounts: readonly number[],
  ) {}

  /**
   * Bounded work: O(2^11) for the subsets of 22 payments, O(40²) for those of up to four of 40.
   * @param total minor units
   * @returns positions, ascending
   */
  find(total: number): number[][] {
    const found = this.ofAllSizes(total);
    if (this.likeliest.length > SIZES[0]) {
      this.few ??= new KSums(this.amountsOf(MAX_OF_FOUR));
      const { likeliest, few } = this;
      for (const members of few.find(total) ?? [])
        found.push(members.map((i) => likeliest[i] ?? 0));
    }
    return found.map((members) => members.sort((a, b) => a - b));
  }

  private ofAllSizes(total: number): number[][] {
    for (const size of SIZES) {
      const sums = this.all.get(size) ?? new SubsetSums(this.amountsOf(size));
      this.all.set(size, sums);
      const masks = sums.find(total);
      if (masks) return masks.map((mask) => selectByMask(mask, this.likeliest.slice(0, size)));
    }
    return [];
  }

  private amountsOf(count: number): number[] {
    return this.likeliest.slice(0, count).map((at) => this.amounts[at] ?? 0);
  }
}
