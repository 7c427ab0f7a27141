import type { Ledger } from "@/server/providers/ledger";
import type { Provider } from "@/server/providers/types";
import { createCharts, listAccounts, whyUnpostable } from "./accounts";
import { addresses } from "./addresses";
import { createXeroApi } from "./api";
import { readCompanyFacts } from "./company-facts";
import type { XeroConfig } from "./config";
import { createXeroConnect } from "./connect";
import { createCustomer, createProcessors, searchCustomers } from "./contacts";
import { createPaymentBook } from "./created-payments";
import { readCredentials } from "./credentials";
import { createDepositBook } from "./deposits";
import { createInvoiceReader } from "./invoices";
import { listItems, listTaxCodes } from "./lists";
import { createPaymentReader } from "./payments";
import { createTokenService } from "./tokens";
import { listTracking } from "./tracking";

/** Xero as a ledger. Payments stay where they are; a payout takes their sum out of their account. */
export function createXeroProvider(config: XeroConfig) {
  const tokenService = createTokenService(config);
  const api = createXeroApi(config, tokenService);
  const charts = createCharts(api);
  const processors = createProcessors(api);
  const ledger: Ledger = {
    capabilities: {
      payments: "clearing",
      belowZero: "posted",
      receipts: "banks",
      paidInvoices: "one",
    },
    ...addresses,
    ...createPaymentReader(api, charts, config),
    ...createInvoiceReader(api, config.pageSize),
    ...createDepositBook(api, charts, processors, config),
    ...createPaymentBook(api, charts),
    companyFacts: (store) => readCompanyFacts(api, store),
    accounts: (store) => listAccounts(api, store),
    whyUnpostable: (store, accountId) => whyUnpostable(api, store, accountId),
    createCustomer: (store, customer, requestId) => createCustomer(api, store, customer, requestId),
    customers: (store, search) => searchCustomers(api, store, search),
    items: (store) => listItems(api, store),
    taxCodes: (store) => listTaxCodes(api, store),
    classes: (store) => listTracking(api, store, "first"),
    locations: (store) => listTracking(api, store, "second"),
    // Xero's payments name none.
    paymentMethods: async () => [],
  };
  return {
    id: "xero",
    ...(config.clientId && config.clientSecret
      ? { redirectConnect: createXeroConnect(tokenService, api) }
      : {}),
    endingAccess: {
      ends: (credentials) => ({
        idle: new Date(readCredentials(credentials).refreshExpiresAt),
        final: null,
      }),
      keepAlive: (store) => api.keepAlive(store),
    },
    ledger,
  } satisfies Provider;
}
