import type { ConnectableId } from "@/lib/providers/list";

/** One kind of call from the product to a provider. */
export interface ProviderCall {
  provider: ConnectableId;
  name: string;
  /** How the emulator's faults and log identify it. */
  match: { method?: string; path: string };
  /** Answers with rows that can be repeated or reordered. */
  lists?: true;
}

type Described = Omit<ProviderCall, "provider">;

const stripe = (name: string, path: string, lists?: true): Described => ({
  name,
  match: { path },
  ...(lists && { lists }),
});

const quickbooks = (name: string, path: string, method?: string, lists?: true): Described => ({
  name,
  match: { path, ...(method && { method }) },
  ...(lists && { lists }),
});

/** In node-quickbooks' spelling. */
const query = (entity: string) =>
  quickbooks(`query ${entity}`, `/query\\?.*from ${entity} /`, undefined, true);

const authorizenet = (name: string, lists?: true): Described => ({
  name,
  match: { path: `/\\?${name}Request$/` },
  ...(lists && { lists }),
});

const paypal = (name: string, path: string, lists?: true): Described => ({
  name,
  match: { path: `/\\/v1\\/${path}\\?/` },
  ...(lists && { lists }),
});

/** Of the accounting API, unless the path begins with a slash. */
const xero = (name: string, method: string, path: string, lists?: true): Described => ({
  name,
  match: { method, path: path.startsWith("/") ? path : `/\\/api\\.xro\\/2\\.0\\/${path}/` },
  ...(lists && { lists }),
});

/** Creates, reads back and deletes one kind of payment. */
const created = (kind: string, path: string): Described[] => [
  quickbooks(`create ${kind}`, `/\\/${path}\\?(?!.*operation=delete)/`, "POST"),
  quickbooks(`read ${kind}`, `/\\/${path}\\/\\d+\\?/`, "GET"),
  quickbooks(`delete ${kind}`, `/\\/${path}\\?.*operation=delete/`, "POST"),
];

/** In node-quickbooks' spelling, where only the condition distinguishes it from another query. */
const search = (name: string, entity: string, where: string) =>
  quickbooks(name, `/query\\?.*from ${entity} where ${where} /`, undefined, true);

/** What completes the books before a Deposit, and undoes that. */
const LACKING: readonly Described[] = [
  search("find payment", "payment", "TxnDate ="),
  search("find salesReceipt", "salesReceipt", "TxnDate ="),
  search("find refundReceipt", "refundReceipt", "TxnDate ="),
  search("read invoices", "invoice", "Id IN"),
  search("find customer", "customer", "DisplayName LIKE"),
  quickbooks("create customer", "/\\/customer\\?/", "POST"),
  ...created("payment", "payment"),
  ...created("sales receipt", "salesreceipt"),
  ...created("refund receipt", "refundreceipt"),
];

const LACKING_IN_XERO: readonly Described[] = [
  xero("find created payment", "GET", "Payments\\?where=Date==", true),
  xero("find created receipt", "GET", "BankTransactions\\?where=Date==", true),
  xero("read invoices to pay", "GET", "Invoices\\?IDs=", true),
  xero("create contact", "PUT", "Contacts\\?"),
  xero("create receive money", "PUT", "BankTransactions\\?RECEIVE$"),
  xero("create payment in Xero", "PUT", "Payments\\?"),
  xero("delete payment in Xero", "POST", "Payments\\/.+"),
];

const LACKING_NAMES: ReadonlySet<string> = new Set(
  [...LACKING, ...LACKING_IN_XERO].map(({ name }) => name),
);

/** Whether the books have to lack something before the call is made. */
export function completesBooks({ name }: ProviderCall): boolean {
  return LACKING_NAMES.has(name);
}

const CALLS_OF: Record<ConnectableId, readonly Described[]> = {
  stripe: [
    stripe("Connect: code", "/oauth\\/token\\?/"),
    stripe("Connect: revoke", "/oauth\\/deauthorize\\?/"),
    stripe("account", "/v1\\/account\\?/"),
    ...["payouts", "balance_transactions", "charges", "refunds", "disputes", "customers"].map(
      (name) => stripe(`one of ${name}`, `/v1\\/${name}\\?limit=1(&|$)/`, true),
    ),
    stripe("payouts", "/v1\\/payouts\\?.*limit=100/", true),
    stripe("balance transactions", "/v1\\/balance_transactions\\?.*limit=100/", true),
    stripe("whether invoices were paid", "/v1\\/invoice_payments\\?limit=1&/", true),
    stripe("invoice payments", "/v1\\/invoice_payments\\?.*created/", true),
    stripe("invoice payment of a charge", "/v1\\/invoice_payments\\?.*payment_intent/", true),
  ],
  quickbooks: [
    quickbooks("token: code", "/tokens\\/bearer\\?authorization_code$/"),
    quickbooks("token: refresh", "/tokens\\/bearer\\?refresh_token$/"),
    quickbooks("token: revoke", "/tokens\\/revoke\\?/"),
    quickbooks("company info", "/\\/companyinfo\\//"),
    quickbooks("exchange rate", "/\\/exchangerate\\?/"),
    quickbooks("preferences", "/\\/preferences(\\?|\\/)/"),
    // Before the queries, which their addresses fit too.
    ...LACKING,
    query("account"),
    query("customer"),
    query("payment"),
    query("salesReceipt"),
    query("refundReceipt"),
    query("journalEntry"),
    query("transfer"),
    query("deposit"),
    query("invoice"),
    query("paymentMethod"),
    quickbooks("changes (cdc)", "/\\/cdc\\?/", undefined, true),
    quickbooks("create Deposit", "/\\/deposit\\?(?!.*operation=delete)/", "POST"),
    quickbooks("read Deposit", "/\\/deposit\\/\\d+\\?/", "GET"),
    quickbooks("delete Deposit", "/\\/deposit\\?.*operation=delete/", "POST"),
  ],
  authorizenet: [
    authorizenet("authenticateTest"),
    authorizenet("getMerchantDetails"),
    authorizenet("getSettledBatchList", true),
    authorizenet("getTransactionList", true),
    authorizenet("getTransactionDetails"),
  ],
  paypal: [
    paypal("token", "oauth2\\/token"),
    paypal("balances", "reporting\\/balances"),
    paypal("transactions", "reporting\\/transactions", true),
  ],
  xero: [
    xero("token: Xero's code", "POST", "/\\/connect\\/token\\?authorization_code$/"),
    xero("token: Xero's refresh", "POST", "/\\/connect\\/token\\?refresh_token$/"),
    xero("connections", "GET", "/^\\/connections\\?/"),
    xero("disconnection", "DELETE", "/^\\/connections\\/.+/"),
    // Before the lists, which their addresses fit too.
    ...LACKING_IN_XERO,
    xero("organisation", "GET", "Organisation\\?"),
    xero("actions", "GET", "Organisation\\/Actions\\?"),
    xero("accounts", "GET", "Accounts\\?"),
    xero("contacts", "GET", "Contacts\\?", true),
    xero("tracking categories", "GET", "TrackingCategories\\?"),
    xero("Xero's time", "GET", "Payments\\?page=1&pageSize=1$"),
    xero("payments", "GET", "Payments\\?(?!page=1&pageSize=1$)", true),
    xero("read payment in Xero", "GET", "Payments\\/.+"),
    xero("bank transactions", "GET", "BankTransactions\\?", true),
    xero("read bank transaction", "GET", "BankTransactions\\/.+"),
    xero("create spend money", "PUT", "BankTransactions\\?SPEND$"),
    xero("delete spend money", "POST", "BankTransactions\\/.+"),
    xero("bank transfers", "GET", "BankTransfers\\?"),
    xero("read bank transfer", "GET", "BankTransfers\\/.+"),
    xero("create bank transfer", "PUT", "BankTransfers\\?"),
    xero("delete bank transfer", "POST", "BankTransfers\\/.+"),
    xero("invoices in Xero", "GET", "Invoices\\?", true),
  ],
};

/**
 * Every call that the product makes. The undisturbed run checks the list: each call in the emulators' logs
 * must be one of these.
 */
export const CALLS: readonly ProviderCall[] = (Object.keys(CALLS_OF) as ConnectableId[]).flatMap(
  (provider) => CALLS_OF[provider].map((call) => ({ provider, ...call })),
);

interface Logged {
  provider: string;
  method: string;
  path: string;
  query: string;
  operation?: string;
}

/** The kind of a logged call; undefined for an unknown one. */
export function callOf({ provider, method, path, query, operation }: Logged) {
  const target = decodeURIComponent(`${path}?${operation || query}`.replaceAll("+", " "));
  return CALLS.find(
    ({ provider: theirs, match }) =>
      theirs === provider &&
      (match.method === undefined || match.method === method) &&
      new RegExp(match.path.slice(1, -1)).test(target),
  );
}
