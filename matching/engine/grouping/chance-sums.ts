import type { PayoutItem } from "../records/records";

/** A line or a payment, amount in minor units. */
interface Amount {
  currency: string;
  amount: number;
}

/** Number of records that the expectation from the amounts alone counts for. */
const STRENGTH = 8;
/** Share that is expected of a sum that no record has, at least. */
const MIN_EXPECTED = 1 / 16;

/** How often sums are, by chance, the amount of a record that they have nothing to do with. */
export class ChanceSums {
  private readonly amounts = new Map<string, Map<number, number>>();
  private readonly counts = new Map<string, number>();

  /**
   * O(n) for n records.
   * @param among records whose number the shares are of; the same by default. Lines, where records are payments: one
   * more payment elsewhere must change no share
   */
  constructor(records: readonly Amount[], among: readonly Amount[] = records) {
    for (const { currency, amount } of records) {
      const amounts = this.amounts.get(currency) ?? new Map<number, number>();
      this.amounts.set(currency, amounts);
      amounts.set(amount, (amounts.get(amount) ?? 0) + 1);
    }
    for (const { currency } of among) {
      this.counts.set(currency, (this.counts.get(currency) ?? 0) + 1);
    }
  }

  /**
   * @param sums distinct sums, minor units
   * @param expected share of records that one of the sums meets if amounts were spread evenly
   * @returns bits: how unlikely it is that one of the sums is another record's amount
   */
  weight({ amount, currency }: Amount, sums: Iterable<number>, expected: number): number {
    return this.weightOfMet({ amount, currency }, this.met(currency, sums), expected);
  }

  /** @returns how many records have the amount of one of the sums */
  met(currency: string, sums: Iterable<number>): number {
    const amounts = this.amounts.get(currency);
    let met = 0;
    for (const sum of sums) met += amounts?.get(sum) ?? 0;
    return met;
  }

  /** {@link weight}, given how many records the sums meet. */
  weightOfMet({ amount, currency }: Amount, met: number, expected: number): number {
    const amounts = this.amounts.get(currency);
    // Less the record that is judged: it must not confirm itself.
    const own = amounts?.has(amount) ? 1 : 0;
    const others = Math.max(0, met - own);
    const records = Math.max(0, (this.counts.get(currency) ?? 0) - 1);
    const share =
      (others + STRENGTH * Math.max(MIN_EXPECTED, Math.min(1, expected))) / (records + STRENGTH);
    return Math.max(0, -Math.log2(share));
  }
}

/** The amounts of lines that payments may explain. */
export function amountsOfLines(items: readonly PayoutItem[]): Amount[] {
  return items
    .filter(({ line, isLinkable }) => line && isLinkable)
    .map(({ currency, gross }) => ({ currency, amount: gross }));
}
