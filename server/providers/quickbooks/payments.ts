import { LEDGER_PAYMENT_KINDS, type LedgerPaymentKind } from "@/lib/constants/payments";
import { addDays } from "@/lib/dates";
import { log } from "@/server/platform/logger";
import type {
  Ledger,
  LedgerPage,
  LedgerPaymentRecord,
  LedgerPaymentRef,
  StoredCustomers,
  StoredRows,
} from "@/server/providers/ledger";
import type { QuickBooksApi, Store } from "@/server/providers/quickbooks/api";
import { openBooks, toPayments, type UndepositedFunds } from "@/server/providers/quickbooks/books";
import { changesSince, nothingKnown } from "@/server/providers/quickbooks/changes";
import { learnAllCustomers, toCustomer } from "@/server/providers/quickbooks/customers";
import { type Books, NAMING_NO_DEPOSIT, toPayment } from "@/server/providers/quickbooks/mapper";
import { paymentRef, transactionId } from "@/server/providers/quickbooks/payment-ref";
import { PAYMENT_SOURCES } from "@/server/providers/quickbooks/payment-sources";
import { all, ledgerTime, type Query, walk } from "@/server/providers/quickbooks/query";
import {
  deposit,
  paymentMethod,
  type QuickBooksDeposit,
  type Transaction,
} from "@/server/providers/quickbooks/schemas";
import type { WalkMemory } from "@/server/providers/quickbooks/walk-memory";

const ID_BATCH = 200;

/** Reads what waits in Undeposited Funds of one company, and what has waited there. */
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
      const { undeposited } = books;
      const pages = PAYMENT_SOURCES[kind].walk(api, store, [], { undeposited, pageSize });
      for await (const rows of pages) {
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
    { customers: stored, paymentsOn, linesOf }: StoredRows,
  ): AsyncGenerator<LedgerPage> {
    const { undeposited } = books;
    const changes = await changesSince(api, store, since, undeposited).catch(nothingKnown);
    memory.keep(store, { since, changes, customers: books.customers });
    const customers = changes.customers.map(toCustomer);
    for (const customer of customers) books.customers.set(customer.id, customer);
    const { changedDeposits, changedEntries } = changes;
    const isUnclear =
      (changedDeposits.length > 0 && !paymentsOn) || (changedEntries.length > 0 && !linesOf);
    if (!changes.complete || isUnclear) {
      log().info({ since }, "QuickBooks can't report all changes; reading everything");
      yield* everything(store, books, changes.complete ? stored : undefined);
      return;
    }
    const present = new Set(changes.changed.get("JournalEntry")?.map(({ Id }) => Id));
    const lines = changedEntries.length > 0 ? await linesOf?.(changedEntries) : [];
    const removed = (lines ?? []).filter(({ providerId }) => !present.has(providerId));
    yield {
      ...{ payments: [], customers, changedDeposits },
      ...{ deleted: [...changes.deleted, ...removed], everything: false },
    };
    // What a Deposit held and what it holds now, each read as it is: a memo edit releases nothing.
    const held = changedDeposits.length > 0 ? await paymentsOn?.(changedDeposits) : [];
    const moved = [...changes.deposited, ...(held ?? [])];
    for (const kind of LEDGER_PAYMENT_KINDS) {
      const rows = [...(changes.changed.get(kind) ?? [])];
      const listed = new Set(rows.map(({ Id }) => Id));
      const unlisted = idsOf(kind, moved).filter((id) => !listed.has(id));
      rows.push(...(await readByIds(api, store, kind, unlisted, undeposited)));
      await learnMethods(store, books, rows);
      await learnHolders(api, store, books, { kind, rows, pageSize });
      const payments = await toPayments(api, store, books, kind, rows, { stored });
      if (payments.length > 0) yield { payments, deleted: [], everything: false };
    }
  }

  return {
    async *payments(store, since, stored = {}) {
      const asOf = await ledgerTime(api, store);
      if (asOf) yield { payments: [], deleted: [], everything: false, asOf };
      const books = await openBooks(api, store, undepositedFunds);
      memory.keep(store, { since, changes: null, customers: books.customers });
      if (since === undefined) yield* everything(store, books);
      else yield* changed(store, books, since, stored);
    },
    async readPayments(store, refs) {
      if (refs.length === 0) return [];
      const books = await openBooks(api, store, undepositedFunds);
      const found: LedgerPaymentRecord[] = [];
      for (const kind of LEDGER_PAYMENT_KINDS) {
        const rows = await readByIds(api, store, kind, idsOf(kind, refs), books.undeposited);
        await learnHolders(api, store, books, { kind, rows, pageSize });
        // Runs once per payout just before posting: emails are not worth extra calls.
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
  providerIds: string[],
  undeposited: ReadonlySet<string>,
): Promise<Transaction[]> {
  const ids = [...new Set(providerIds.map(transactionId))];
  const rows: Transaction[] = [];
  for (let start = 0; start < ids.length; start += ID_BATCH) {
    const value = ids.slice(start, start + ID_BATCH);
    const where = [{ field: "Id", operator: "IN" as const, value }];
    const pages = PAYMENT_SOURCES[kind].walk(api, store, where, { undeposited });
    for await (const page of pages) rows.push(...page);
  }
  return rows;
}

function idsOf(kind: LedgerPaymentKind, refs: readonly LedgerPaymentRef[]): string[] {
  return [...new Set(refs.filter((ref) => ref.kind === kind).map((ref) => ref.providerId))];
}

const KEEP_MS = 10 * 60_000;

/**
 * Names of a company's ways of payment ("Check") by id, inactive ones too: payments refer to them by id alone.
 * Cached, as they rarely change.
 */
function createPaymentMethods(
  api: QuickBooksApi,
): (store: Store) => Promise<ReadonlyMap<string, string>> {
  const kept = new Map<string, { names: ReadonlyMap<string, string>; until: number }>();
  return async (store) => {
    const { realmId } = await api.credentials(store);
    const known = kept.get(realmId);
    if (known && known.until > Date.now()) return known.names;
    const methods = await all(api, store, {
      entity: "PaymentMethod",
      find: "findPaymentMethods",
      // Without it, inactive ones are left out.
      where: [{ field: "Active", operator: "IN", value: [true, false] }],
      row: paymentMethod,
    });
    const names = new Map(methods.map(({ Id, Name }) => [Id, Name ?? ""]));
    kept.set(realmId, { names, until: Date.now() + KEEP_MS });
    return names;
  };
}

/** A Deposit can be dated before what is on it. */
const EARLIER_DAYS = 10;

/**
 * Adds to `books` which Deposits hold refund receipts, journal entries and transfers: unlike the others these need not
 * name their Deposit, so the Deposits' own lines decide. Nothing is read where none of them looks open.
 */
async function learnHolders(
  api: QuickBooksApi,
  store: Store,
  books: Books,
  {
    kind,
    rows,
    pageSize,
  }: { kind: LedgerPaymentKind; rows: Transaction[]; pageSize?: number | undefined },
): Promise<void> {
  if (!NAMING_NO_DEPOSIT.has(kind)) return;
  const open = rows.filter((row) => toPayment(kind, row, books).open);
  const dates = open.map(({ TxnDate }) => TxnDate).sort();
  const [first] = dates;
  if (first === undefined) return;
  const from = addDays(first, -EARLIER_DAYS);
  if (books.holdersSince !== undefined && books.holdersSince <= from) return;
  const query: Query<QuickBooksDeposit> = {
    entity: "Deposit",
    find: "findDeposits",
    where: [{ field: "TxnDate", operator: ">=", value: from }],
    row: deposit,
  };
  for await (const page of walk(api, store, query, pageSize)) {
    for (const { Id, Line } of page) {
      for (const link of Line.flatMap(({ LinkedTxn }) => LinkedTxn)) {
        books.holders.set(paymentRef(link).providerId, Id);
      }
    }
  }
  books.holdersSince = from;
}
