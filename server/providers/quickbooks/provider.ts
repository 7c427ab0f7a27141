import type { Ledger } from "@/server/providers/ledger";
import {
  createUndepositedFunds,
  listAccounts,
  whyUnpostable,
} from "@/server/providers/quickbooks/accounts";
import { createQuickBooksApi } from "@/server/providers/quickbooks/api";
import { createCompanyFacts } from "@/server/providers/quickbooks/company-facts";
import type { QuickBooksConfig } from "@/server/providers/quickbooks/config";
import { createQuickBooksConnect } from "@/server/providers/quickbooks/connect";
import { createPayment, findPayment } from "@/server/providers/quickbooks/create-payment";
import { accessEnds, readCredentials } from "@/server/providers/quickbooks/credentials";
import { createCustomer, searchCustomers } from "@/server/providers/quickbooks/customers";
import { deletePayment } from "@/server/providers/quickbooks/delete-payment";
import {
  createDeposit,
  deleteDeposit,
  depositsBetween,
  readDeposit,
  readDeposits,
} from "@/server/providers/quickbooks/deposits";
import { createInvoiceReader } from "@/server/providers/quickbooks/invoices";
import { listItems, listNamed, listTaxCodes } from "@/server/providers/quickbooks/lists";
import { createPaymentReader } from "@/server/providers/quickbooks/payments";
import { createTokenService } from "@/server/providers/quickbooks/tokens";
import { WalkMemory } from "@/server/providers/quickbooks/walk-memory";
import type { Provider } from "@/server/providers/types";

/** QuickBooks Online as a ledger, through Intuit's OAuth client and node-quickbooks. */
export function createQuickBooksProvider(config: QuickBooksConfig) {
  const tokenService = createTokenService(config);
  const api = createQuickBooksApi(config, tokenService);
  const undeposited = createUndepositedFunds(api);
  const companyFacts = createCompanyFacts(api);
  const memory = new WalkMemory();
  const ledger: Ledger = {
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
