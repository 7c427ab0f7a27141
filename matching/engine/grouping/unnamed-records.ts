import { append } from "../collections/append";
import { lowerBound } from "../collections/lower-bound";
import type { LedgerRow, PayoutItem } from "../records/records";
import { NONE } from "../text/string-table";
import type { OpenRecords, SetFacts } from "./set-proposal";

/** Records that fit, and the number of records they were chosen from. */
interface Fitting<Linked> {
  records: Linked[];
  outOf: number;
}

const DAYS_AROUND = 10;

/** Open records without a customer, by amount. */
export class UnnamedRecords {
  private readonly rowsByAmount = new Map<string, LedgerRow[]>();
  private readonly daysOfCurrency = new Map<string, Int32Array>();
  private readonly itemsOfDeposit = new Map<string, PayoutItem[]>();

  /** O(n log n) for n open records. */
  constructor({ items, rows }: OpenRecords) {
    const days = new Map<string, number[]>();
    for (const row of rows) {
      if (row.name !== NONE || row.email !== "") continue;
      append(this.rowsByAmount, `${row.currency}${row.amount}`, row);
      append(days, row.currency, row.day);
    }
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
    const records = (this.rowsByAmount.get(`${currency}${amount}`) ?? []).filter(
      (row) => Math.abs(row.day - day) <= DAYS_AROUND,
    );
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
    const items = this.itemsOfDeposit.get(deposit.id) ?? [];
    const records = items.filter(
      (item) => (level === "sum_gross" ? item.gross : item.net) === amount,
    );
    return { records, outOf: Math.max(1, items.length) };
  }
}
