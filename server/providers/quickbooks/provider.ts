import { log } from "@/server/platform/logger";
import type {
  InvoicePage,
  Ledger,
  LedgerInvoiceRecord,
  StoredCustomers,
} from "@/server/providers/ledger";
import {
  createUndepositedFunds,
  listAccounts,
  whyUnpostable,
} from "@/server/providers/quickbooks/accounts";
import {
  createQuickBooksApi,
  type QuickBooksApi,
  type Store,
} from "@/server/providers/quickbooks/api";
import { createCompanyFacts } from "@/server/providers/quickbooks/company-facts";
import type { QuickBooksConfig } from "@/server/providers/quickbooks/config";
import { createQuickBooksConnect } from "@/server/providers/quickbooks/connect";
import { createPayment, findPayment } from "@/server/providers/quickbooks/create-payment";
import { accessEnds, readCredentials } from "@/server/providers/quickbooks/credentials";
import {
  type Customers,
  createCustomer,
  learnCustomers,
  searchCustomers,
  toCustomer,
} from "@/server/providers/quickbooks/customers";
import { deletePayment } from "@/server/providers/quickbooks/delete-payment";
import {
  createDeposit,
  deleteDeposit,
  depositsBetween,
  readDeposit,
  readDeposits,
} from "@/server/providers/quickbooks/deposits";
import { listItems, listNamed, listTaxCodes } from "@/server/providers/quickbooks/lists";
import { createPaymentReader } from "@/server/providers/quickbooks/payments";
import { createTokenService } from "@/server/providers/quickbooks/tokens";
import { WalkMemory } from "@/server/providers/quickbooks/walk-memory";
import type { Provider } from "@/server/providers/types";
import { createAddresses } from "./addresses";
import { type Changes, changesSince, nothingKnown } from "./changes";
import { toInvoice } from "./mapper";
import { all, type Query, walk } from "./query";
import { invoice, type QuickBooksInvoice } from "./schemas";

/** QuickBooks Online as a ledger, through Intuit's OAuth client and node-quickbooks. */
export function createQuickBooksProvider(config: QuickBooksConfig) {
  const tokenService = createTokenService(config);
  const api = createQuickBooksApi(config, tokenService);
  const undeposited = createUndepositedFunds(api);
  const companyFacts = createCompanyFacts(api);
  const memory = new WalkMemory();
  const ledger: Ledger = {
    capabilities: {
      payments: "linked",
      belowZero: "balanced",
      receipts: "anywhere",
      paidInvoices: "several",
    },
    ...createAddresses(config),
    ...createPaymentReader(api, undeposited, config.pageSize, memory),
    ...createInvoiceReader(api, config.pageSize, memory),
    companyFacts: (store) => companyFacts.read(store),
    accounts: (store) => listAccounts(api, store),
    whyUnpostable: (store, accountId) => whyUnpostable(api, store, accountId),
    depositsBetween: (store, from, to) => depositsBetween(api, store, from, to, config.pageSize),
    createDeposit: (store, draft, requestId) =>
      createDeposit(api, store, companyFacts, draft, requestId),
    readDeposits: (store, ids) => readDeposits(api, store, ids),
    readDeposit: (store, id) => readDeposit(api, store, id),
    deleteDeposit: (store, id) => deleteDeposit(api, store, id),
    createPayment: (store, draft, requestId) =>
      createPayment(api, store, { undepositedFunds: undeposited, companyFacts }, draft, requestId),
    findPayment: (store, draft) => findPayment(api, store, undeposited, draft),
    deletePayment: (store, ref, asCreated) => deletePayment(api, store, ref, asCreated),
    createCustomer: (store, customer, requestId) => createCustomer(api, store, customer, requestId),
    customers: (store, search) => searchCustomers(api, store, search),
    items: (store) => listItems(api, store),
    taxCodes: (store) => listTaxCodes(api, store),
    classes: (store) => listNamed(api, store, "classes"),
    locations: (store) => listNamed(api, store, "locations"),
    paymentMethods: (store) => listNamed(api, store, "paymentMethods"),
  };
  return {
    id: "quickbooks",
    ...(config.clientId && config.clientSecret
      ? { redirectConnect: createQuickBooksConnect(config, tokenService, api, companyFacts) }
      : {}),
    endingAccess: {
      ends: (credentials) => accessEnds(readCredentials(credentials)),
      keepAlive: (store) => api.keepAlive(store),
    },
    ledger,
  } satisfies Provider;
}

const ID_BATCH = 200;

/** Reads the open invoices of one company. */
function createInvoiceReader(
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
      // Payers' profiles aren't used here, so they aren't worth a call.
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
