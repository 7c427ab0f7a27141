import { column } from "../collections/column";
import { lowerBound } from "../collections/lower-bound";
import type { LedgerRow } from "../records/records";

/** Of fewer equal payments each is looked at. */
const MIN_SORTED = 16;
const NO_ROWS: readonly LedgerRow[] = [];

/** Equal payments, in the order of LedgerRow.index. */
interface Equal {
  rows: LedgerRow[];
  /** The same by day, once some days of them were asked for. */
  byDay: { rows: readonly LedgerRow[]; days: Int32Array } | null;
}

/** Payments by currency and amount: those of some days are found without a look at all that are equal. */
export class PaymentsByAmount {
  private readonly ofCurrency = new Map<string, Map<number, Equal>>();

  /** O(n). @param rows in the order of LedgerRow.index */
  constructor(rows: readonly LedgerRow[]) {
    for (const row of rows) {
      const amounts = this.ofCurrency.get(row.currency) ?? new Map<number, Equal>();
      this.ofCurrency.set(row.currency, amounts);
      const equal = amounts.get(row.amount);
      if (equal) equal.rows.push(row);
      else amounts.set(row.amount, { rows: [row], byDay: null });
    }
  }

  /** @returns how many payments have this amount, in minor units */
  count(currency: string, amount: number): number {
    return this.ofCurrency.get(currency)?.get(amount)?.rows.length ?? 0;
  }

  /**
   * @param amount minor units
   * @param first day number, as is `last`
   * @returns the payments of these days, in the order of LedgerRow.index
   */
  between(currency: string, amount: number, first: number, last: number): readonly LedgerRow[] {
    const equal = this.ofCurrency.get(currency)?.get(amount);
    if (!equal) return NO_ROWS;
    if (equal.rows.length < MIN_SORTED) {
      return equal.rows.filter(({ day }) => day >= first && day <= last);
    }
    equal.byDay ??= sortedByDay(equal.rows);
    const { rows, days } = equal.byDay;
    const found = rows.slice(lowerBound(days, first), lowerBound(days, last + 1));
    return found.sort((a, b) => a.index - b.index);
  }
}

function sortedByDay(rows: readonly LedgerRow[]) {
  const sorted = [...rows].sort((a, b) => a.day - b.day);
  return { rows: sorted, days: column(sorted, ({ day }) => day) };
}
