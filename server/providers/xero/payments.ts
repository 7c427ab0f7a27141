import type { LedgerPaymentKind } from "@/lib/constants/payments";
import type {
  Ledger,
  LedgerPage,
  LedgerPaymentRecord,
  LedgerPaymentRef,
  StoredCustomers,
} from "@/server/providers/ledger";
import type { Charts } from "./accounts";
import type { Store, XeroApi } from "./api";
import { partIds } from "./booked";
import type { XeroConfig } from "./config";
import { type Customers, learnCustomers, readContacts } from "./contacts";
import {
  type Books,
  documentOf,
  kindOfPayment,
  kindOfTransaction,
  toPayment,
  toReceipt,
} from "./mapper";
import { byIds, isDeleted, type List, walk, whole } from "./pages";
import { listOf, type XeroBankTransaction, type XeroPayment } from "./schemas";
import { BANK_TRANSACTIONS, BANK_TRANSFERS, PAYMENTS, WITH_DELETED } from "./transactions";
import { sinceHeader } from "./wire";

type Row = XeroPayment | XeroBankTransaction;

/** One of Xero's two lists of customers' money. */
interface Source<T extends Row> {
  list: List<T>;
  /** Undefined for what is no customer's payment. */
  kindOf(row: T): LedgerPaymentKind | undefined;
  /** What a payout's id calls it, where it may be a part of one. */
  partsOf(row: T): string[];
  contactOf(row: T): string | undefined;
  accountOf(row: T): string | undefined;
  toRecord(kind: LedgerPaymentKind, row: T, books: Books): LedgerPaymentRecord;
}

interface Learned {
  customers: Customers;
  stored?: StoredCustomers | undefined;
}

/** Reads what customers paid and got back. */
export function createPaymentReader(
  api: XeroApi,
  charts: Charts,
  { isOwnNote, pageSize }: Pick<XeroConfig, "isOwnNote" | "pageSize">,
): Pick<Ledger, "payments" | "readPayments"> {
  const settled: Source<XeroPayment> = {
    list: PAYMENTS,
    kindOf: kindOfPayment,
    partsOf: () => [],
    contactOf: (row) => documentOf(row)?.Contact?.ContactID,
    accountOf: ({ Account }) => Account?.AccountID,
    toRecord: toPayment,
  };
  const banked: Source<XeroBankTransaction> = {
    list: BANK_TRANSACTIONS,
    kindOf: (row) => (isOwnNote(row.Reference ?? "") ? undefined : kindOfTransaction(row)),
    partsOf: ({ Type, BankTransactionID }) => partIds(Type, BankTransactionID),
    contactOf: ({ Contact }) => Contact?.ContactID,
    accountOf: ({ BankAccount }) => BankAccount.AccountID,
    toRecord: toReceipt,
  };

  const toRecords = async <T extends Row>(
    store: Store,
    source: Source<T>,
    rows: readonly T[],
    { customers, stored }: Learned,
  ): Promise<LedgerPaymentRecord[]> => {
    const ids = rows.flatMap((row) => source.contactOf(row) ?? []);
    await learnCustomers(api, store, customers, ids, stored);
    const chart = await charts(
      store,
      rows.flatMap((row) => source.accountOf(row) ?? []),
    );
    return rows.flatMap((row) => {
      const kind = source.kindOf(row);
      return kind ? source.toRecord(kind, row, { chart, customers }) : [];
    });
  };

  /** Our own documents are no payments: they may record a payout. */
  async function changedDeposits(store: Store, since: string | undefined): Promise<string[]> {
    if (since === undefined) return [];
    const transfers = await whole(api, store, BANK_TRANSFERS, { since, query: WITH_DELETED });
    return transfers.flatMap(({ BankTransferID }) => partIds("TRANSFER", BankTransferID));
  }

  async function* pagesOf<T extends Row>(
    store: Store,
    source: Source<T>,
    since: string | undefined,
    learned: Learned,
  ): AsyncGenerator<LedgerPage> {
    const everything = since === undefined;
    for await (const page of walk(api, store, source.list, { since }, pageSize)) {
      const rows = page.filter((row) => source.kindOf(row) !== undefined);
      const kept = rows.filter((row) => !isDeleted(row));
      const deleted = everything ? [] : rows.filter(isDeleted).flatMap((row) => refOf(source, row));
      const payments = await toRecords(store, source, kept, learned);
      const changed = everything ? [] : page.flatMap((row) => source.partsOf(row));
      if (payments.length + deleted.length + changed.length > 0) {
        yield { payments, deleted, everything, changedDeposits: changed };
      }
    }
  }

  const current = async <T extends Row>(
    store: Store,
    source: Source<T>,
    refs: readonly LedgerPaymentRef[],
    kinds: readonly LedgerPaymentKind[],
  ): Promise<LedgerPaymentRecord[]> => {
    const ids = refs.flatMap(({ kind, providerId }) => (kinds.includes(kind) ? providerId : []));
    const wanted = new Set(ids);
    if (wanted.size === 0) return [];
    const rows = await byIds(api, store, source.list, [...wanted], pageSize);
    const alive = rows.filter((row) => !isDeleted(row));
    // Runs just before posting: names come with the rows, and email addresses are not worth a call.
    const accounts = alive.flatMap((row) => source.accountOf(row) ?? []);
    const chart = await charts(store, accounts);
    return alive.flatMap((row) => {
      const kind = source.kindOf(row);
      return kind ? source.toRecord(kind, row, { chart, customers: new Map() }) : [];
    });
  };

  return {
    async *payments(store, since, stored = {}) {
      const changed = since === undefined ? undefined : sinceHeader(since);
      const everything = since === undefined;
      const asOf = await xeroTime(api, store);
      const customers = await readContacts(api, store, { since: changed, pageSize });
      const known: Customers = new Map(customers.map((each) => [each.id, each]));
      const page = { payments: [], customers, deleted: [], everything };
      yield {
        ...page,
        changedDeposits: await changedDeposits(store, changed),
        ...(asOf && { asOf }),
      };
      const learned = { customers: known, stored: stored.customers };
      yield* pagesOf(store, settled, changed, learned);
      yield* pagesOf(store, banked, changed, learned);
    },
    async readPayments(store, refs) {
      const paid = await current(store, settled, refs, ["Payment", "RefundReceipt"]);
      // A refund is of either list.
      const left = refs.filter(({ providerId }) =>
        paid.every((each) => each.providerId !== providerId),
      );
      return [...paid, ...(await current(store, banked, left, ["SalesReceipt", "RefundReceipt"]))];
    },
  };
}

function refOf<T extends Row>(source: Source<T>, row: T): LedgerPaymentRef[] {
  const kind = source.kindOf(row);
  return kind ? [{ kind, providerId: String(row[source.list.id]) }] : [];
}

/** Xero's own time by its smallest page: changes are asked for by its clock, not ours. */
async function xeroTime(api: XeroApi, store: Store): Promise<string | undefined> {
  const { name, row } = PAYMENTS;
  const query = { page: "1", pageSize: "1" };
  return (await api.timed(store, { what: "time", path: name, query }, listOf(name, row))).at;
}
