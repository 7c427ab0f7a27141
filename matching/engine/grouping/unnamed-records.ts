import { append } from "../collections/append";
import { lowerBound } from "../collections/lower-bound";
import type { LedgerRow, PayoutItem } from "../records/records";
import { NONE } from "../text/string-table";
import { PaymentsByAmount } from "./payments-by-amount";
import type { OpenRecords, SetFacts } from "./set-proposal";

/** Records that fit, and the number of records they were chosen from. */
interface Fitting<Linked> {
  records: readonly Linked[];
  outOf: number;
}

const DAYS_AROUND = 10;
const NO_ITEMS: Fitting<PayoutItem> = { records: [], outOf: 1 };

/** Open records without a customer, by amount. */
export class UnnamedRecords {
  private readonly byAmount: PaymentsByAmount;
  private readonly daysOfCurrency = new Map<string, Int32Array>();
  private readonly itemsOfDeposit = new Map<string, PayoutItem[]>();

  /** O(n log n) for n open records. */
  constructor({ items, rows }: OpenRecords) {
    const days = new Map<string, number[]>();
    const unnamed = rows.filter(({ name, email }) => name === NONE && email === "");
    this.byAmount = new PaymentsByAmount(unnamed);
    for (const row of unnamed) append(days, row.currency, row.day);
    for (const [currency, list] of days)
      this.daysOfCurrency.set(currency, Int32Array.from(list).sort());
    for (const item of items) {
      if (!item.line || !item.isLinkable || item.name !== NONE || item.email !== "") continue;
      append(this.itemsOfDeposit, item.deposit.id, item);
    }
  }

  /**
   * @param amount minor units
   * @returns unnamed rows of this amount within days of the item
   */
  rowsOf({ currency, day }: PayoutItem, amount: number): Fitting<LedgerRow> {
    const [first, last] = [day - DAYS_AROUND, day + DAYS_AROUND];
    const records = this.byAmount.between(currency, amount, first, last);
    if (records.length === 0) return { records, outOf: 1 };
    const days = this.daysOfCurrency.get(currency) ?? new Int32Array();
    return {
      records,
      outOf: lowerBound(days, day + DAYS_AROUND + 1) - lowerBound(days, day - DAYS_AROUND),
    };
  }

  /**
   * @param amount minor units, at the level given
   * @returns unnamed items of this amount in the deposit of another item
   */
  itemsOf({ deposit }: PayoutItem, level: SetFacts["level"], amount: number): Fitting<PayoutItem> {
    const items = this.itemsOfDeposit.get(deposit.id);
    if (!items) return NO_ITEMS;
    const records = items.filter(
      (item) => (level === "sum_gross" ? item.gross : item.net) === amount,
    );
    return { records, outOf: Math.max(1, items.length) };
  }
}
