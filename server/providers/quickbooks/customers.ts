import type { QuickBooksApi, Store } from "@/server/providers/quickbooks/api";
import { all } from "@/server/providers/quickbooks/query";
import { customer as customerSchema } from "@/server/providers/quickbooks/schemas";

export type Customers = Map<string, { name: string; email: string }>;

/** The number of ids that fit well into one query's address. */
const BATCH = 200;

/**
 * Adds the customers missing from `known`, inactive ones too. References often carry no name, and never
 * an e-mail.
 */
export async function learnCustomers(
  api: QuickBooksApi,
  store: Store,
  known: Customers,
  ids: Iterable<string>,
): Promise<void> {
  const missing = [...new Set(ids)].filter((id) => !known.has(id));
  for (let start = 0; start < missing.length; start += BATCH) {
    const batch = missing.slice(start, start + BATCH);
    const customers = await all(api, store, {
      entity: "Customer",
      find: "findCustomers",
      where: [
        { field: "Id", operator: "IN", value: batch },
        { field: "Active", operator: "IN", value: [true, false] },
      ],
      row: customerSchema,
    });
    for (const { Id, DisplayName, PrimaryEmailAddr } of customers) {
      known.set(Id, { name: DisplayName ?? "", email: PrimaryEmailAddr?.Address ?? "" });
    }
  }
}
