import type { LedgerPaymentKind } from "@/lib/contracts/values/payments";
import { addDays } from "@/lib/dates";
import type { QuickBooksApi, Store } from "@/server/providers/quickbooks/api";
import { type Books, NAMING_NO_DEPOSIT, toPayment } from "@/server/providers/quickbooks/mapper";
import { paymentRef } from "@/server/providers/quickbooks/payment-ref";
import { type Query, walk } from "@/server/providers/quickbooks/query";
import {
  deposit,
  type QuickBooksDeposit,
  type Transaction,
} from "@/server/providers/quickbooks/schemas";

/** A Deposit can be dated before what is on it. */
const EARLIER_DAYS = 10;

/**
 * Adds to `books` which Deposits hold refund receipts, journal entries and transfers: unlike the others these need not
 * name their Deposit, so the Deposits' own lines decide. Nothing is read where none of them looks open.
 */
export async function learnHolders(
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
