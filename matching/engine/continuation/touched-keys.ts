import { blockingKeys } from "../blocking/keys";
import type { CustomerAliases } from "../compare/customer-aliases";
import type { LedgerRow, PayoutItem } from "../records/records";
import type { StringTable } from "../text/string-table";

/** Currency and amount, or reference, of rows that changed: what the first blocking pass searches by. */
export class TouchedAmounts {
  private readonly amounts = new Map<string, Set<number>>();
  private readonly references = new Set<number>();

  constructor(rows: readonly LedgerRow[]) {
    for (const { currency, amount, references } of rows) {
      const ofCurrency = this.amounts.get(currency) ?? new Set();
      this.amounts.set(currency, ofCurrency.add(amount));
      for (const reference of references) this.references.add(reference);
    }
  }

  /** @param amounts with which the payment of the item may be recorded, minor units */
  hasAmountOf({ currency }: PayoutItem, amounts: readonly number[]): boolean {
    const touched = this.amounts.get(currency);
    if (!touched) return false;
    for (const amount of amounts) if (touched.has(amount)) return true;
    return false;
  }

  hasReferenceOf({ references }: PayoutItem): boolean {
    for (const reference of references) if (this.references.has(reference)) return true;
    return false;
  }
}

/** Words and customers of rows that are open now and were not, or the other way round. */
export class TouchedCustomers {
  private readonly keys: ReadonlySet<number>;
  private readonly customers: ReadonlySet<number>;

  constructor(
    rows: readonly LedgerRow[],
    strings: StringTable,
    private readonly aliases: CustomerAliases,
  ) {
    this.keys = new Set(rows.flatMap((row) => blockingKeys(row, strings)));
    this.customers = new Set(rows.map((row) => aliases.customerOf(row)));
  }

  /** @param keys blocking keys of the item */
  has(item: PayoutItem, keys: readonly number[]): boolean {
    if (this.customers.size === 0) return false;
    for (const key of keys) if (this.keys.has(key)) return true;
    for (const partner of this.aliases.partnersOf(item)) {
      if (this.customers.has(partner)) return true;
    }
    return false;
  }
}
