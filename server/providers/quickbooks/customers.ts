import { customerProfile, personName, topCustomer } from "@/lib/customer-profile";
import type { QuickBooksApi, Store } from "@/server/providers/quickbooks/api";
import { all, type Query, walk } from "@/server/providers/quickbooks/query";
import {
  customer as customerSchema,
  type QuickBooksCustomer,
} from "@/server/providers/quickbooks/schemas";
import type { LedgerCustomer, StoredCustomers } from "@/server/providers/types";

/** By QuickBooks' id. */
export type Customers = Map<string, LedgerCustomer>;

/** The number of ids that fit well into one query's address. */
const BATCH = 200;

/** All of a customer's names, e-mail addresses and phone numbers. */
export function toCustomer(customer: QuickBooksCustomer): LedgerCustomer {
  const { Id, DisplayName, CompanyName, GivenName, FamilyName, PrintOnCheckName } = customer;
  const profile = customerProfile({
    names: [DisplayName, CompanyName, personName(GivenName, FamilyName), PrintOnCheckName],
    parent: topCustomer(customer.FullyQualifiedName) ?? customer.ParentRef?.name,
    emails: [customer.PrimaryEmailAddr?.Address],
    phones: [customer.PrimaryPhone?.FreeFormNumber, customer.Mobile?.FreeFormNumber],
  });
  return { ...profile, id: Id };
}

/** Adds every customer of the company, inactive ones too: one call per thousand. */
export async function learnAllCustomers(
  api: QuickBooksApi,
  store: Store,
  known: Customers,
  pageSize: number | undefined,
): Promise<void> {
  for await (const rows of walk(api, store, customerQuery([]), pageSize)) {
    for (const row of rows) known.set(row.Id, toCustomer(row));
  }
}

/**
 * Adds the customers missing from `known`, inactive ones too: `stored` ones first, the others by query.
 * References often carry no name, and never an e-mail.
 */
export async function learnCustomers(
  api: QuickBooksApi,
  store: Store,
  known: Customers,
  ids: Iterable<string>,
  stored?: StoredCustomers,
): Promise<void> {
  const wanted = [...new Set(ids)].filter((id) => !known.has(id));
  if (stored && wanted.length > 0) {
    for (const customer of await stored(wanted)) known.set(customer.id, customer);
  }
  const missing = wanted.filter((id) => !known.has(id));
  for (let start = 0; start < missing.length; start += BATCH) {
    const batch = missing.slice(start, start + BATCH);
    const query = customerQuery([{ field: "Id", operator: "IN", value: batch }]);
    for (const row of await all(api, store, query)) known.set(row.Id, toCustomer(row));
  }
}

// Without a condition on Active, QuickBooks leaves inactive customers out.
function customerQuery(where: Query<QuickBooksCustomer>["where"]): Query<QuickBooksCustomer> {
  return {
    entity: "Customer",
    find: "findCustomers",
    where: [...where, { field: "Active", operator: "IN", value: [true, false] }],
    row: customerSchema,
  };
}
