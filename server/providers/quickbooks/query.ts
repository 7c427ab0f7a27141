import { z } from "zod";
import { ProviderError } from "@/server/providers/errors";
import { parseReply } from "@/server/providers/parse";
import type { QuickBooksApi, Store } from "@/server/providers/quickbooks/api";

interface Condition {
  field: string;
  operator: "=" | "IN" | "LIKE" | "<" | ">" | "<=" | ">=";
  value: string | string[] | boolean[];
}

type Finder =
  | "findAccounts"
  | "findClasses"
  | "findCustomers"
  | "findDepartments"
  | "findDeposits"
  | "findItems"
  | "findInvoices"
  | "findJournalEntries"
  | "findPaymentMethods"
  | "findPayments"
  | "findRefundReceipts"
  | "findSalesReceipts"
  | "findTaxCodes"
  | "findTaxRates"
  | "findTransfers";

export interface Query<T> {
  /** "Payment": the name of the rows in the reply. */
  entity: string;
  find: Finder;
  where: Condition[];
  row: z.ZodType<T>;
}

const MAX_PAGE = 1000;
const MAX_RESTARTS = 3;

const envelope = z.object({ QueryResponse: z.record(z.string(), z.unknown()) });

/**
 * Every row of a query, page by page in id order. Pages overlap by one row: when the overlap does not
 * match, an earlier row was deleted, and reading restarts. Rows may repeat; none is skipped.
 */
export async function* walk<T extends { Id: string }>(
  api: QuickBooksApi,
  store: Store,
  query: Query<T>,
  pageSize = MAX_PAGE,
): AsyncGenerator<T[]> {
  let restarts = 0;
  let seam: { position: number; id: string } | undefined;
  for (;;) {
    const rows = await fetchPage(api, store, query, seam?.position ?? 1, pageSize);
    if (seam && rows[0]?.Id !== seam.id) {
      restarts += 1;
      if (restarts > MAX_RESTARTS) throw unsteady(query.entity);
      seam = undefined;
      continue;
    }
    const fresh = seam ? rows.slice(1) : rows;
    if (fresh.length > 0) yield fresh;
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return;
    seam = { position: (seam?.position ?? 1) + rows.length - 1, id: last.Id };
  }
}

/** All rows as one list, for results known to be short. */
export async function all<T extends { Id: string }>(
  api: QuickBooksApi,
  store: Store,
  query: Query<T>,
  pageSize = MAX_PAGE,
): Promise<T[]> {
  const rows: T[] = [];
  for await (const page of walk(api, store, query, pageSize)) rows.push(...page);
  return rows;
}

/** The first rows by id, at most `limit`. */
export function first<T extends { Id: string }>(
  api: QuickBooksApi,
  store: Store,
  query: Query<T>,
  limit: number,
): Promise<T[]> {
  return fetchPage(api, store, query, 1, limit);
}

async function fetchPage<T>(
  api: QuickBooksApi,
  store: Store,
  { entity, find, where, row }: Query<T>,
  position: number,
  pageSize: number,
): Promise<T[]> {
  // In list form, because conditions in the SDK's object form are all equations.
  const criteria = [
    ...where,
    { field: "asc", value: "Id" },
    { field: "offset", value: position },
    { field: "limit", value: pageSize },
  ];
  const what = `${entity} query`;
  const reply = await api.read(store, what, (sdk, done) => sdk[find](criteria, done));
  const { QueryResponse } = parseReply("quickbooks", what, envelope, reply);
  return parseReply("quickbooks", what, z.array(row), QueryResponse[entity] ?? []);
}

const clock = z.object({ time: z.string().refine((text) => !Number.isNaN(Date.parse(text))) });

/**
 * QuickBooks' own time as ISO instant, by the smallest possible query: changes are requested by its
 * clock, not ours. Undefined where the reply has none.
 */
export async function ledgerTime(api: QuickBooksApi, store: Store): Promise<string | undefined> {
  const criteria = [{ field: "limit", value: 1 }];
  const reply = await api.read(store, "time", (sdk, done) => sdk.findAccounts(criteria, done));
  const time = clock.safeParse(reply).data?.time;
  return time && new Date(time).toISOString();
}

function unsteady(entity: string): ProviderError {
  const message = `${entity} query: rows keep vanishing while they are read`;
  return new ProviderError("quickbooks", "unavailable", message, { code: "list_unsteady" });
}
