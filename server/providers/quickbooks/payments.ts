import { LEDGER_PAYMENT_KINDS, type LedgerPaymentKind } from "@/lib/contracts/values/payments";
import { log } from "@/server/platform/logger";
import type {
  Ledger,
  LedgerPage,
  LedgerPaymentRecord,
  LedgerPaymentRef,
  StoredCustomers,
  StoredPaymentsOn,
} from "@/server/providers/ledger";
import type { QuickBooksApi, Store } from "@/server/providers/quickbooks/api";
import { openBooks, toPayments, type UndepositedFunds } from "@/server/providers/quickbooks/books";
import { changesSince, nothingKnown } from "@/server/providers/quickbooks/changes";
import { learnAllCustomers, toCustomer } from "@/server/providers/quickbooks/customers";
import { learnHolders } from "@/server/providers/quickbooks/holders";
import type { Books } from "@/server/providers/quickbooks/mapper";
import { createPaymentMethods } from "@/server/providers/quickbooks/payment-methods";
import { all, ledgerTime, type Query, walk } from "@/server/providers/quickbooks/query";
import { type Transaction, transaction } from "@/server/providers/quickbooks/schemas";
import type { WalkMemory } from "@/server/providers/quickbooks/walk-memory";

export const FINDERS = {
  Payment: "findPayments",
  SalesReceipt: "findSalesReceipts",
  RefundReceipt: "findRefundReceipts",
} as const;

const ID_BATCH = 200;

/** Reads payments, sales receipts and refund receipts of one company. */
export function createPaymentReader(
  api: QuickBooksApi,
  undepositedFunds: UndepositedFunds,
  pageSize: number | undefined,
  memory: WalkMemory,
): Pick<Ledger, "payments" | "readPayments"> {
  const paymentMethods = createPaymentMethods(api);

  const learnMethods = async (store: Store, books: Books, rows: Transaction[]): Promise<void> => {
    if (!rows.some(isMethodNameless)) return;
    for (const [id, name] of await paymentMethods(store)) books.methods.set(id, name);
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
        await learnMethods(store, books, rows);
        await learnHolders(api, store, books, { kind, rows, pageSize });
        const payments = await toPayments(api, store, books, kind, rows, { stored });
        yield { payments, deleted: [], everything: true };
      }
    }
  }

  /** Reads everything where the changes are incomplete (too old, too many). */
  async function* changed(
    store: Store,
    books: Books,
    since: string,
    stored: StoredCustomers | undefined,
    storedOn: StoredPaymentsOn | undefined,
  ): AsyncGenerator<LedgerPage> {
    const changes = await changesSince(api, store, since).catch(nothingKnown);
    memory.keep(store, { since, changes, customers: books.customers });
    const customers = changes.customers.map(toCustomer);
    for (const customer of customers) books.customers.set(customer.id, customer);
    const { changedDeposits } = changes;
    const isUnclear = changedDeposits.length > 0 && !storedOn;
    if (!changes.complete || isUnclear) {
      log().info({ since }, "QuickBooks can't report all changes; reading everything");
      yield* everything(store, books, changes.complete ? stored : undefined);
      return;
    }
    yield {
      ...{ payments: [], customers, changedDeposits },
      ...{ deleted: changes.deleted, everything: false },
    };
    // What a Deposit held and what it holds now, each read as it is: a memo edit releases nothing.
    const held = changedDeposits.length > 0 ? await storedOn?.(changedDeposits) : [];
    const moved = [...changes.deposited, ...(held ?? [])];
    for (const kind of LEDGER_PAYMENT_KINDS) {
      const rows = [...changes.changed[kind]];
      const listed = new Set(rows.map(({ Id }) => Id));
      const unlisted = idsOf(kind, moved).filter((id) => !listed.has(id));
      rows.push(...(await readByIds(api, store, kind, unlisted)));
      await learnMethods(store, books, rows);
      await learnHolders(api, store, books, { kind, rows, pageSize });
      const payments = await toPayments(api, store, books, kind, rows, { stored });
      if (payments.length > 0) yield { payments, deleted: [], everything: false };
    }
  }

  return {
    async *payments(store, since, stored, storedOn) {
      const asOf = await ledgerTime(api, store);
      if (asOf) yield { payments: [], deleted: [], everything: false, asOf };
      const books = await openBooks(api, store, undepositedFunds);
      memory.keep(store, { since, changes: null, customers: books.customers });
      if (since === undefined) yield* everything(store, books);
      else yield* changed(store, books, since, stored, storedOn);
    },
    async readPayments(store, refs) {
      if (refs.length === 0) return [];
      const books = await openBooks(api, store, undepositedFunds);
      const found: LedgerPaymentRecord[] = [];
      for (const kind of LEDGER_PAYMENT_KINDS) {
        const rows = await readByIds(api, store, kind, idsOf(kind, refs));
        await learnHolders(api, store, books, { kind, rows, pageSize });
        // Runs once per payout just before posting: e-mails are not worth extra calls.
        found.push(...(await toPayments(api, store, books, kind, rows, { lookUp: "nameless" })));
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
