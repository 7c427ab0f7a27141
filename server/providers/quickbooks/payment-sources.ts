import type { z } from "zod";
import type { LedgerPaymentKind } from "@/lib/constants/payments";
import type { QuickBooksApi, Store } from "@/server/providers/quickbooks/api";
import { type Query, walk } from "@/server/providers/quickbooks/query";
import {
  type Deleted,
  isDeleted,
  journalEntry,
  type Transaction,
  transaction,
  transfer,
} from "@/server/providers/quickbooks/schemas";
import { entryLines, transferMoves } from "@/server/providers/quickbooks/undeposited-moves";

/** Ids of the accounts of subtype Undeposited Funds. */
type Undeposited = ReadonlySet<string>;

/** What change data capture lists of one entity. */
export type ListedChanges = <T>(entity: string, row: z.ZodType<T>) => (Deleted | T)[];

interface PaymentChanges {
  /** QuickBooks' ids of what was made or edited, whether or not it is among the payments. */
  changed: string[];
  payments: Transaction[];
  deleted: string[];
}

/** How one of QuickBooks' transaction types is read as payments. */
interface PaymentSource {
  /** Page by page. Neither a payment's account nor its Deposit can be queried: both are read and filtered here. */
  walk(
    api: QuickBooksApi,
    store: Store,
    where: Query<unknown>["where"],
    options: { undeposited: Undeposited; pageSize?: number | undefined },
  ): AsyncGenerator<Transaction[]>;
  changes(listed: ListedChanges, undeposited: Undeposited): PaymentChanges;
}

function source<T extends { Id: string }>(
  query: Omit<Query<T>, "where">,
  toPayments: (row: T, undeposited: Undeposited) => Transaction[],
): PaymentSource {
  return {
    async *walk(api, store, where, { undeposited, pageSize }) {
      for await (const rows of walk(api, store, { ...query, where }, pageSize)) {
        yield rows.flatMap((row) => toPayments(row, undeposited));
      }
    },
    changes(listed, undeposited) {
      const rows = listed(query.entity, query.row);
      const present = rows.flatMap((row) => (isDeleted(row) ? [] : row));
      return {
        changed: present.map(({ Id }) => Id),
        payments: present.flatMap((row) => toPayments(row, undeposited)),
        deleted: rows.filter(isDeleted).map(({ Id }) => Id),
      };
    },
  };
}

const itself = (row: Transaction) => [row];

export const PAYMENT_SOURCES: Record<LedgerPaymentKind, PaymentSource> = {
  Payment: source({ entity: "Payment", find: "findPayments", row: transaction }, itself),
  SalesReceipt: source(
    { entity: "SalesReceipt", find: "findSalesReceipts", row: transaction },
    itself,
  ),
  RefundReceipt: source(
    { entity: "RefundReceipt", find: "findRefundReceipts", row: transaction },
    itself,
  ),
  JournalEntry: source(
    { entity: "JournalEntry", find: "findJournalEntries", row: journalEntry },
    entryLines,
  ),
  Transfer: source({ entity: "Transfer", find: "findTransfers", row: transfer }, transferMoves),
};
