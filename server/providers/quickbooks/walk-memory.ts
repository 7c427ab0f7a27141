import type { Store } from "@/server/providers/quickbooks/api";
import type { Changes } from "@/server/providers/quickbooks/changes";
import type { Customers } from "@/server/providers/quickbooks/customers";

/** What a walk through the payments has read that a walk through the invoices needs too. */
interface WalkRead {
  since: string | undefined;
  /** Null where the walk read everything at once. */
  changes: Changes | null;
  customers: Customers;
}

/**
 * Spares the invoices of a sync the calls that its payments have made: one reply lists the changes of both.
 * It is kept by the credentials object, which lives as long as the sync, and is used once.
 */
export class WalkMemory {
  readonly #walks = new WeakMap<Store, WalkRead>();

  keep(store: Store, read: WalkRead): void {
    this.#walks.set(store, read);
  }

  take(store: Store): WalkRead | undefined {
    const read = this.#walks.get(store);
    this.#walks.delete(store);
    return read;
  }
}
