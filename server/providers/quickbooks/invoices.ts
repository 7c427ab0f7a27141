import { log } from "@/server/platform/logger";
import type {
  InvoicePage,
  Ledger,
  LedgerInvoiceRecord,
  StoredCustomers,
} from "@/server/providers/ledger";
import type { QuickBooksApi, Store } from "@/server/providers/quickbooks/api";
import { type Changes, changesSince, nothingKnown } from "@/server/providers/quickbooks/changes";
import {
  type Customers,
  learnCustomers,
  toCustomer,
} from "@/server/providers/quickbooks/customers";
import { toInvoice } from "@/server/providers/quickbooks/mapper";
import { all, type Query, walk } from "@/server/providers/quickbooks/query";
import { invoice, type QuickBooksInvoice } from "@/server/providers/quickbooks/schemas";
import type { WalkMemory } from "@/server/providers/quickbooks/walk-memory";

const ID_BATCH = 200;

/** Reads the open invoices of one company. */
export function createInvoiceReader(
  api: QuickBooksApi,
  pageSize: number | undefined,
  memory: WalkMemory,
): Pick<Ledger, "invoices" | "readInvoices"> {
  /** @param wanted whose profiles are read; names come with the invoices */
  const toInvoices = async (
    store: Store,
    rows: QuickBooksInvoice[],
    customers: Customers,
    wanted: QuickBooksInvoice[],
    stored?: StoredCustomers,
  ): Promise<LedgerInvoiceRecord[]> => {
    const { homeCurrency } = await api.credentials(store);
    const ids = wanted.flatMap(({ CustomerRef }) => CustomerRef?.value ?? []);
    await learnCustomers(api, store, customers, ids, stored);
    return rows.map((row) => toInvoice(row, { homeCurrency, customers }));
  };

  async function* everything(
    store: Store,
    customers: Customers,
    stored: StoredCustomers | undefined,
  ): AsyncGenerator<InvoicePage> {
    // Yielded even without any invoice.
    yield { invoices: [], deleted: [], everything: true };
    const open = invoiceQuery([{ field: "Balance", operator: ">", value: "0" }]);
    for await (const rows of walk(api, store, open, pageSize)) {
      const invoices = await toInvoices(store, rows, customers, rows, stored);
      yield { invoices, deleted: [], everything: true };
    }
  }

  return {
    async *invoices(store, since, stored) {
      const read = memory.take(store);
      const customers = read?.customers ?? new Map();
      const known = read?.changes && read.since === since ? read.changes : undefined;
      const changes = known ?? (await newChanges(api, store, since));
      if (!changes?.complete) {
        if (since)
          log().info({ since }, "QuickBooks can't report all changes; reading all invoices");
        yield* everything(store, customers, stored);
        return;
      }
      for (const changed of changes.customers) customers.set(changed.Id, toCustomer(changed));
      const { changed, deleted } = changes.invoices;
      // Nobody asks who has paid, so their profiles are not worth a call.
      const open = changed.filter(({ Balance }) => Number(Balance) !== 0);
      const invoices = await toInvoices(store, changed, customers, open, stored);
      yield { invoices, deleted, everything: false };
    },
    async readInvoices(store, ids) {
      const rows: QuickBooksInvoice[] = [];
      const wanted = [...new Set(ids)];
      for (let start = 0; start < wanted.length; start += ID_BATCH) {
        const batch = wanted.slice(start, start + ID_BATCH);
        const query = invoiceQuery([{ field: "Id", operator: "IN", value: batch }]);
        rows.push(...(await all(api, store, query, pageSize)));
      }
      const nameless = rows.filter(({ CustomerRef }) => !CustomerRef?.name);
      return toInvoices(store, rows, new Map(), nameless);
    },
  };
}

async function newChanges(
  api: QuickBooksApi,
  store: Store,
  since: string | undefined,
): Promise<Changes | undefined> {
  if (since === undefined) return undefined;
  return changesSince(api, store, since).catch(nothingKnown);
}

function invoiceQuery(where: Query<QuickBooksInvoice>["where"]): Query<QuickBooksInvoice> {
  return { entity: "Invoice", find: "findInvoices", where, row: invoice };
}
