import { customerProfile, personName, topCustomer } from "@/matching/engine/customer-profile";
import { ProviderError } from "@/server/providers/errors";
import type { FoundCustomer, LedgerCustomer, StoredCustomers } from "@/server/providers/ledger";
import { parseReply } from "@/server/providers/parse";
import type { QuickBooksApi, Store } from "@/server/providers/quickbooks/api";
import { all, first, type Query, walk } from "@/server/providers/quickbooks/query";
import {
  customer as customerSchema,
  type QuickBooksCustomer,
} from "@/server/providers/quickbooks/schemas";

/** By QuickBooks' id. */
export type Customers = Map<string, LedgerCustomer>;

/** The number of ids that fit well into one query's address. */
const BATCH = 200;

/** All of a customer's names, email addresses and phone numbers. */
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

/** Enough to choose from; a longer text narrows it down. */
const SUGGESTED = 20;

/** Active customers whose name, or with an "@" whose email address, contains the text. */
export async function searchCustomers(
  api: QuickBooksApi,
  store: Store,
  text: string,
): Promise<FoundCustomer[]> {
  const field = text.includes("@") ? "PrimaryEmailAddr" : "DisplayName";
  const query: Query<QuickBooksCustomer> = {
    entity: "Customer",
    find: "findCustomers",
    where: text ? [{ field, operator: "LIKE", value: `%${text}%` }] : [],
    row: customerSchema,
  };
  return (await first(api, store, query, SUGGESTED)).map((customer) => ({
    id: customer.Id,
    name: customer.FullyQualifiedName ?? customer.DisplayName ?? "",
    email: customer.PrimaryEmailAddr?.Address ?? "",
  }));
}

/** Another customer, supplier or employee has that name. */
const DUPLICATE_NAME = "6240";

/**
 * Creates a customer. Where the name is taken, it is the customer of that name: asked only then, because
 * QuickBooks repeats its reply to a known `requestId`, which says that the customer is ours.
 */
export async function createCustomer(
  api: QuickBooksApi,
  store: Store,
  { name, email, currency }: { name: string; email: string; currency: string },
  requestId: string,
): Promise<{ customer: LedgerCustomer; created: boolean }> {
  const { homeCurrency } = await api.credentials(store);
  const body = {
    DisplayName: displayName(name),
    ...(email ? { PrimaryEmailAddr: { Address: email } } : {}),
    // It can't be changed later, and decides in which currency the customer pays.
    ...(currency === homeCurrency ? {} : { CurrencyRef: { value: currency } }),
  };
  try {
    const reply = await api.write(store, "customer creation", (sdk, done) =>
      sdk.createCustomer({ ...body, requestId }, done),
    );
    const made = parseReply("quickbooks", "customer creation", customerSchema, reply);
    return { customer: toCustomer(made), created: true };
  } catch (error) {
    if (!(error instanceof ProviderError) || error.detail.code !== DUPLICATE_NAME) throw error;
    const customer = await customerNamed(api, store, displayName(name));
    // A supplier or an employee has the name.
    if (!customer) throw error;
    return { customer, created: false };
  }
}

// A colon separates a customer from its jobs.
function displayName(name: string): string {
  return name.replace(/[:\s]+/g, " ").trim();
}

async function customerNamed(
  api: QuickBooksApi,
  store: Store,
  name: string,
): Promise<LedgerCustomer | undefined> {
  const query: Query<QuickBooksCustomer> = {
    entity: "Customer",
    find: "findCustomers",
    // Names that differ in case alone are one name to QuickBooks, and to LIKE.
    where: [{ field: "DisplayName", operator: "LIKE", value: name }],
    row: customerSchema,
  };
  const [found] = await first(api, store, query, 1);
  return found && toCustomer(found);
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
