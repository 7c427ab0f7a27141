import { z } from "zod";
import { LEDGER_PAYMENT_KINDS, type LedgerPaymentKind } from "@/lib/constants/payments";
import { ProviderError } from "@/server/providers/errors";
import type { LedgerPaymentRef as Ref } from "@/server/providers/ledger";
import { parseReply } from "@/server/providers/parse";
import type { QuickBooksApi, Store } from "@/server/providers/quickbooks/api";
import { readFault, toProviderError } from "@/server/providers/quickbooks/faults";
import { paymentRef } from "@/server/providers/quickbooks/payment-ref";
import { type ListedChanges, PAYMENT_SOURCES } from "@/server/providers/quickbooks/payment-sources";
import {
  customer,
  type Deleted,
  deleted,
  deposit,
  invoice,
  isDeleted,
  type QuickBooksCustomer,
  type QuickBooksDeposit,
  type QuickBooksInvoice,
  type Transaction,
} from "@/server/providers/quickbooks/schemas";

/** The result of change data capture. */
export interface Changes {
  /** Every change is listed: they were neither too old nor too many. */
  complete: boolean;
  changed: Map<LedgerPaymentKind, Transaction[]>;
  /** Ids of journal entries made, edited or deleted since: they may no longer have lines that they had. */
  changedEntries: string[];
  deleted: Ref[];
  /** Ids of Deposits edited or deleted since: they may have released payments that they no longer list. */
  changedDeposits: string[];
  /** Payments on Deposits made or edited since, whether or not QuickBooks lists them as changed. */
  deposited: Ref[];
  /** Customers made or changed. */
  customers: QuickBooksCustomer[];
  /** Invoices made, changed or paid, and the ids of deleted ones. */
  invoices: { changed: QuickBooksInvoice[]; deleted: string[] };
}

const DAY_MS = 86_400_000;
/** The documented limit is 30 days; one day less allows for clock differences. */
const MAX_AGE_MS = 29 * DAY_MS;
/** A reply holds no more objects, and does not report what it left out. */
const MAX_OBJECTS = 1000;

const NOTHING_KNOWN: Changes = {
  complete: false,
  changedDeposits: [],
  changed: new Map(),
  changedEntries: [],
  deleted: [],
  deposited: [],
  customers: [],
  invoices: { changed: [], deleted: [] },
};

const envelope = z.object({
  CDCResponse: z.array(
    z.object({ QueryResponse: z.array(z.record(z.string(), z.unknown())).optional() }),
  ),
});
const rowsOf = <T>(row: z.ZodType<T>) => z.array(z.union([deleted, row]));

/**
 * Payments made, changed, deposited or deleted at or after `since` (ISO instant), and changed customers and
 * invoices, from one call of change data capture: the only source of deletions in QuickBooks.
 * @param undeposited the accounts on which journal entries and transfers count as payments.
 */
export async function changesSince(
  api: QuickBooksApi,
  store: Store,
  since: string,
  undeposited: ReadonlySet<string> = new Set(),
): Promise<Changes> {
  const instant = new Date(since);
  if (Date.now() - instant.getTime() > MAX_AGE_MS) return NOTHING_KNOWN;
  // In UTC, because the SDK does not escape the "+" of an offset, which then means a space.
  const from = `${instant.toISOString().slice(0, 19)}Z`;
  const reply = await api.read(store, "changes", (sdk, done) =>
    sdk.changeDataCapture([...LEDGER_PAYMENT_KINDS, "Deposit", "Customer", "Invoice"], from, done),
  );
  const groups = parseReply("quickbooks", "changes", envelope, reply).CDCResponse.flatMap(
    ({ QueryResponse }) => QueryResponse ?? [],
  );
  const broken = groups.find(readFault);
  if (broken) throw toProviderError("changes", broken, []);
  const rows: ListedChanges = (name, row) =>
    groups.flatMap((group) => parseReply("quickbooks", "changes", rowsOf(row), group[name] ?? []));

  const found = LEDGER_PAYMENT_KINDS.map((kind) => {
    const { changed, payments, deleted } = PAYMENT_SOURCES[kind].changes(rows, undeposited);
    const present = new Set(payments.map(({ Id }) => Id));
    // A transfer that was moved to other accounts is as good as deleted.
    const gone = [...deleted, ...changed.filter((id) => !present.has(id))];
    return { kind, payments, gone, count: changed.length + deleted.length };
  });
  const deposits = rows("Deposit", deposit);
  const customers = rows("Customer", customer);
  const invoices = rows("Invoice", invoice);
  const counts = [
    ...found.map(({ count }) => count),
    ...[deposits, customers, invoices].map(({ length }) => length),
  ];
  const complete = counts.reduce((sum, count) => sum + count, 0) < MAX_OBJECTS;
  return {
    complete,
    changedDeposits: deposits.flatMap((row) => (isNew(row) ? [] : row.Id)),
    changed: new Map(found.map(({ kind, payments }) => [kind, payments])),
    deleted: found.flatMap(({ kind, gone }) =>
      kind === "JournalEntry" ? [] : gone.map((providerId) => ({ kind, providerId })),
    ),
    changedEntries: found.flatMap(({ kind, gone }) => (kind === "JournalEntry" ? gone : [])),
    deposited: deposits.flatMap((row) => (isDeleted(row) ? [] : paymentsOn(row))),
    // One merged into another is reported as deleted; its payments are then reported as changed.
    customers: customers.flatMap((row) => (isDeleted(row) ? [] : row)),
    invoices: {
      changed: invoices.flatMap((row) => (isDeleted(row) ? [] : row)),
      deleted: invoices.filter(isDeleted).map(({ Id }) => Id),
    },
  };
}

/**
 * Falls back to reading everything when change data capture is refused or unknown.
 * @throws the error when a retry may succeed.
 */
export function nothingKnown(error: unknown): Changes {
  const definite =
    error instanceof ProviderError &&
    (error.failure === "not_found" || error.failure === "rejected");
  if (!definite) throw error;
  return NOTHING_KNOWN;
}

function isNew(row: QuickBooksDeposit | Deleted): boolean {
  return !isDeleted(row) && row.SyncToken === "0";
}

function paymentsOn({ Line }: QuickBooksDeposit): Ref[] {
  return Line.flatMap(({ LinkedTxn }) => LinkedTxn.map(paymentRef)).flatMap((ref) => {
    const kind = LEDGER_PAYMENT_KINDS.find((each) => each === ref.kind);
    return kind ? [{ kind, providerId: ref.providerId }] : [];
  });
}
