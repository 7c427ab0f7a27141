import { LEDGER_PAYMENT_KINDS, type LedgerPaymentKind } from "@/lib/contracts/values/payments";
import { log } from "@/server/platform/logger";
import { createUndepositedFunds } from "@/server/providers/quickbooks/accounts";
import type { QuickBooksApi, Store } from "@/server/providers/quickbooks/api";
import { changesSince, nothingKnown } from "@/server/providers/quickbooks/changes";
import {
  learnAllCustomers,
  learnCustomers,
  toCustomer,
} from "@/server/providers/quickbooks/customers";
import { type Books, toPayment } from "@/server/providers/quickbooks/mapper";
import { createPaymentMethods } from "@/server/providers/quickbooks/payment-methods";
import { all, ledgerTime, type Query, walk } from "@/server/providers/quickbooks/query";
import { type Transaction, transaction } from "@/server/providers/quickbooks/schemas";
import type {
  Ledger,
  LedgerPage,
  LedgerPaymentRecord,
  LedgerPaymentRef,
  StoredCustomers,
} from "@/server/providers/types";

const FINDERS = {
  Payment: "findPayments",
  SalesReceipt: "findSalesReceipts",
  RefundReceipt: "findRefundReceipts",
} as const;

const ID_BATCH = 200;

interface LookUp {
  /** Whose profiles are read: every payment's customer, or only those whose name is missing. */
  lookUp?: "everyone" | "nameless";
  stored?: StoredCustomers | undefined;
}

/** Reads payments, sales receipts and refund receipts of one company. */
export function createPaymentReader(
  api: QuickBooksApi,
  pageSize: number | undefined,
): Pick<Ledger, "payments" | "readPayments"> {
  const undepositedFunds = createUndepositedFunds(api);
  const paymentMethods = createPaymentMethods(api);

  const openBooks = async (store: Store): Promise<Books> => {
    const undeposited = await undepositedFunds(store);
    const { homeCurrency } = await api.credentials(store);
    return { homeCurrency, undeposited, customers: new Map(), methods: new Map() };
  };

  const toPayments = async (
    store: Store,
    books: Books,
    kind: LedgerPaymentKind,
    rows: Transaction[],
    { lookUp = "everyone", stored }: LookUp = {},
  ): Promise<LedgerPaymentRecord[]> => {
    const refs = rows.flatMap(({ CustomerRef }) => CustomerRef ?? []);
    const wanted = lookUp === "everyone" ? refs : refs.filter(({ name }) => !name);
    const ids = wanted.map(({ value }) => value);
    await learnCustomers(api, store, books.customers, ids, stored);
    const hasMethods = lookUp === "everyone" && rows.some(isMethodNameless);
    const methods = hasMethods ? await paymentMethods(store) : books.methods;
    return rows.map((row) => toPayment(kind, row, { ...books, methods }));
  };

  /** Without `stored` all customers are read too. */
  async function* everything(
    store: Store,
    books: Books,
    stored?: StoredCustomers,
  ): AsyncGenerator<LedgerPage> {
    // Yielded even without any payment.
    yield { payments: [], customers: [...books.customers.values()], deleted: [], everything: true };
    if (!stored) await learnAllCustomers(api, store, books.customers, pageSize);
    for (const kind of LEDGER_PAYMENT_KINDS) {
      for await (const rows of walk(api, store, paymentQuery(kind, []), pageSize)) {
        const payments = await toPayments(store, books, kind, rows, { stored });
        yield { payments, deleted: [], everything: true };
      }
    }
  }

  /** Reads everything where the changes are incomplete (too old, too many, an edited Deposit). */
  async function* changed(
    store: Store,
    books: Books,
    since: string,
    stored: StoredCustomers | undefined,
  ): AsyncGenerator<LedgerPage> {
    const changes = await changesSince(api, store, since).catch(nothingKnown);
    const customers = changes.customers.map(toCustomer);
    for (const customer of customers) books.customers.set(customer.id, customer);
    if (!changes.sufficient) {
      log().info({ since }, "QuickBooks can't report all changes; reading everything");
      yield* everything(store, books, changes.complete ? stored : undefined);
      return;
    }
    yield { payments: [], customers, deleted: changes.deleted, everything: false };
    for (const kind of LEDGER_PAYMENT_KINDS) {
      const rows = changes.changed[kind];
      const listed = new Set(rows.map(({ Id }) => Id));
      const unlisted = idsOf(kind, changes.deposited).filter((id) => !listed.has(id));
      const read = await readByIds(api, store, kind, unlisted);
      const payments = await toPayments(store, books, kind, [...rows, ...read], { stored });
      if (payments.length > 0) yield { payments, deleted: [], everything: false };
    }
  }

  return {
    async *payments(store, since, stored) {
      const asOf = await ledgerTime(api, store);
      if (asOf) yield { payments: [], deleted: [], everything: false, asOf };
      const books = await openBooks(store);
      if (since === undefined) yield* everything(store, books);
      else yield* changed(store, books, since, stored);
    },
    async readPayments(store, refs) {
      if (refs.length === 0) return [];
      const books = await openBooks(store);
      const found: LedgerPaymentRecord[] = [];
      for (const kind of LEDGER_PAYMENT_KINDS) {
        const rows = await readByIds(api, store, kind, idsOf(kind, refs));
        // Runs once per payout just before posting: e-mails are not worth extra calls.
        found.push(...(await toPayments(store, books, kind, rows, { lookUp: "nameless" })));
      }
      return found;
    },
  };
}

function isMethodNameless({ PaymentMethodRef }: Transaction): boolean {
  return PaymentMethodRef?.value !== undefined && !PaymentMethodRef.name;
}

async function readByIds(
  api: QuickBooksApi,
  store: Store,
  kind: LedgerPaymentKind,
  ids: string[],
): Promise<Transaction[]> {
  const rows: Transaction[] = [];
  for (let start = 0; start < ids.length; start += ID_BATCH) {
    const batch = ids.slice(start, start + ID_BATCH);
    const query = paymentQuery(kind, [{ field: "Id", operator: "IN", value: batch }]);
    rows.push(...(await all(api, store, query)));
  }
  return rows;
}

function idsOf(kind: LedgerPaymentKind, refs: readonly LedgerPaymentRef[]): string[] {
  return [...new Set(refs.filter((ref) => ref.kind === kind).map((ref) => ref.providerId))];
}

// Neither a payment's account nor its Deposit can be queried: both are read and filtered here.
function paymentQuery(
  kind: LedgerPaymentKind,
  where: Query<Transaction>["where"],
): Query<Transaction> {
  return { entity: kind, find: FINDERS[kind], where, row: transaction };
}
