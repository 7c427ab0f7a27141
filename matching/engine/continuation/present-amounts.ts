import { DayIndex } from "../collections/day-index";
import type { ChanceAgreement } from "../compare/chance-agreement";
import type { LedgerRow } from "../records/records";

/** The rows that are there now by currency and amount, for blocking. */
export class PresentAmounts implements Pick<ChanceAgreement, "amounts" | "group" | "amountsAmong"> {
  readonly amounts: DayIndex;
  private readonly groups = new Map<string, Map<number, number>>();
  private readonly groupOf: Int32Array;
  private readonly days: Int32Array;
  private size = 0;

  /**
   * O(n log n) for n rows.
   * @param present the rows to find
   * @param indexed number of all rows that have an index
   */
  constructor(present: readonly LedgerRow[], indexed: number) {
    this.groupOf = new Int32Array(indexed).fill(-1);
    this.days = new Int32Array(indexed);
    for (const row of present) {
      this.groupOf[row.index] = this.newGroup(row);
      this.days[row.index] = row.day;
    }
    this.amounts = new DayIndex(this.size, this.groupOf, this.days);
  }

  group(currency: string, amount: number): number | undefined {
    return this.groups.get(currency)?.get(amount);
  }

  amountsAmong(marked: Uint8Array): DayIndex {
    const groupOf = this.groupOf.map((group, index) => (marked[index] === 1 ? group : -1));
    return new DayIndex(this.size, groupOf, this.days);
  }

  private newGroup({ currency, amount }: LedgerRow): number {
    const known = this.group(currency, amount);
    if (known !== undefined) return known;
    const ofCurrency = this.groups.get(currency) ?? new Map<number, number>();
    this.groups.set(currency, ofCurrency.set(amount, this.size));
    return this.size++;
  }
}
