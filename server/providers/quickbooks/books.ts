import type { LedgerPaymentKind } from "@/lib/constants/payments";
import type { LedgerPaymentRecord, StoredCustomers } from "@/server/providers/ledger";
import type { createUndepositedFunds } from "@/server/providers/quickbooks/accounts";
import type { QuickBooksApi, Store } from "@/server/providers/quickbooks/api";
import { learnCustomers } from "@/server/providers/quickbooks/customers";
import { type Books, toPayment } from "@/server/providers/quickbooks/mapper";
import type { Transaction } from "@/server/providers/quickbooks/schemas";

export type UndepositedFunds = ReturnType<typeof createUndepositedFunds>;

interface LookUp {
  /** Whose profiles are read: every payment's customer, or only those whose name is missing. */
  lookUp?: "everyone" | "nameless";
  stored?: StoredCustomers | undefined;
}

/** What a company's transactions are converted by; no customer and no way of payment is known yet. */
export async function openBooks(
  api: QuickBooksApi,
  store: Store,
  undepositedFunds: UndepositedFunds,
): Promise<Books> {
  const undeposited = await undepositedFunds(store);
  const { homeCurrency } = await api.credentials(store);
  return {
    ...{ homeCurrency, undeposited },
    ...{ customers: new Map(), methods: new Map(), holders: new Map() },
  };
}

export async function toPayments(
  api: QuickBooksApi,
  store: Store,
  books: Books,
  kind: LedgerPaymentKind,
  rows: Transaction[],
  { lookUp = "everyone", stored }: LookUp = {},
): Promise<LedgerPaymentRecord[]> {
  const refs = rows.flatMap(({ CustomerRef }) => CustomerRef ?? []);
  const wanted = lookUp === "everyone" ? refs : refs.filter(({ name }) => !name);
  const ids = wanted.map(({ value }) => value);
  await learnCustomers(api, store, books.customers, ids, stored);
  return rows.map((row) => toPayment(kind, row, books));
}
