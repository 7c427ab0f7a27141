import type { PayoutItem } from "../records/records";

/** Number of lines that the expectation from the amounts alone counts for. */
const STRENGTH = 8;

/** How often the sums of some payments are, by chance, the amount of a line that they have nothing to do with. */
export class ChanceSums {
  private readonly lines = new Map<string, Map<number, number>>();
  private readonly counts = new Map<string, number>();

  /** O(n) for n items. */
  constructor(items: readonly PayoutItem[]) {
    for (const { line, currency, gross, isLinkable } of items) {
      if (!line || !isLinkable) continue;
      const amounts = this.lines.get(currency) ?? new Map<number, number>();
      this.lines.set(currency, amounts);
      amounts.set(gross, (amounts.get(gross) ?? 0) + 1);
      this.counts.set(currency, (this.counts.get(currency) ?? 0) + 1);
    }
  }

  /**
   * @param sums distinct sums, minor units
   * @param expected share of lines that one of the sums meets if amounts were spread evenly
   * @returns bits: how unlikely it is that one of the sums is another line's amount
   */
  weight({ gross, currency }: PayoutItem, sums: Iterable<number>, expected: number): number {
    const amounts = this.lines.get(currency);
    let met = 0;
    for (const sum of sums) met += amounts?.get(sum) ?? 0;
    // Less the line that is judged: it must not confirm itself.
    const own = amounts?.has(gross) ? 1 : 0;
    const others = Math.max(0, met - own);
    const lines = Math.max(0, (this.counts.get(currency) ?? 0) - 1);
    const share = (others + STRENGTH * Math.min(1, expected)) / (lines + STRENGTH);
    return -Math.log2(Math.max(share, Number.EPSILON));
  }
}
