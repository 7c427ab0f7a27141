import { z } from "zod";
import { ProviderError } from "@/server/providers/errors";
import { isFailure, type Store, type XeroApi } from "./api";
import { listOf } from "./schemas";

export interface List<T> {
  /** `Payments` */
  name: string;
  /** `PaymentID` */
  id: keyof T & string;
  row: z.ZodType<T>;
}

export interface Wanted {
  where?: string;
  since?: string | undefined;
  /** Of the list's own: `IDs`, `searchTerm`. */
  query?: Record<string, string>;
  order?: string;
}

const MAX_PAGE = 1000;
const MAX_RESTARTS = 3;

/**
 * Every row, page by page. Lines come only with pages. In the order of ids, since a row that is edited moves to the end
 * of Xero's own order. When there are fewer rows than before, one may have slipped to a page that was read, and reading
 * restarts. Rows may repeat; none is skipped.
 */
export async function* walk<T>(
  api: XeroApi,
  store: Store,
  list: List<T>,
  wanted: Wanted = {},
  pageSize = MAX_PAGE,
): AsyncGenerator<T[]> {
  let restarts = 0;
  let count: number | undefined;
  let before: Page<T> | undefined;
  for (let page = 1; ; page += 1) {
    const read = await readPage(api, store, list, { wanted, page, pageSize });
    const { rows } = read;
    const now = read.pagination?.itemCount;
    if (count !== undefined && now !== undefined && now < count) {
      restarts += 1;
      if (restarts > MAX_RESTARTS) throw unsteady(list.name);
      page = 0;
      count = undefined;
      before = undefined;
      continue;
    }
    count = now ?? count;
    if (rows.length > 0) yield rows;
    if (isLast(list, page, read, before)) return;
    before = read;
  }
}

type Page<T> = Awaited<ReturnType<typeof readPage<T>>>;

/**
 * Xero may list fewer rows on a page than were asked for. Where it doesn't count the pages, the last one is the one after
 * which nothing new comes.
 */
function isLast<T>(
  { id }: List<T>,
  page: number,
  { rows, pagination }: Page<T>,
  before: Page<T> | undefined,
): boolean {
  if (pagination) return page >= pagination.pageCount;
  return rows.length === 0 || rows[0]?.[id] === before?.rows[0]?.[id];
}

export async function all<T>(
  api: XeroApi,
  store: Store,
  list: List<T>,
  wanted: Wanted = {},
  pageSize = MAX_PAGE,
): Promise<T[]> {
  const rows = new Map<unknown, T>();
  for await (const page of walk(api, store, list, wanted, pageSize)) {
    for (const row of page) rows.set(row[list.id], row);
  }
  return [...rows.values()];
}

export async function readPage<T>(
  api: XeroApi,
  store: Store,
  { name, id, row }: List<T>,
  { wanted, page, pageSize }: { wanted: Wanted; page: number; pageSize: number },
) {
  const { where, since, query, order = `${id} ASC` } = wanted;
  return api.call(
    store,
    {
      what: `${name} list`,
      path: name,
      query: {
        ...query,
        ...(where && { where }),
        order,
        page: String(page),
        pageSize: String(pageSize),
      },
      since,
    },
    listOf(name, row),
  );
}

/** A list that Xero gives as one. */
export async function whole<T>(
  api: XeroApi,
  store: Store,
  { name, row }: Pick<List<T>, "name" | "row">,
  { where, query, since }: Pick<Wanted, "where" | "query" | "since"> = {},
): Promise<T[]> {
  const filtered = { ...query, ...(where && { where }) };
  const asked = { what: `${name} list`, path: name, query: filtered, since };
  return (await api.call(store, asked, listOf(name, row))).rows;
}

/** The current state of one; null where there is none. A deleted one is one, too. */
export async function one<T>(
  api: XeroApi,
  store: Store,
  { name, row }: List<T>,
  id: string,
): Promise<T | null> {
  // From elsewhere; it has no place in an address.
  if (!GUID.test(id)) return null;
  try {
    const asked = { what: `${name} read`, path: `${name}/${id}` };
    return (await api.call(store, asked, listOf(name, row))).rows[0] ?? null;
  } catch (error) {
    if (isFailure(error, "not_found")) return null;
    throw error;
  }
}

/** What a creation made. @throws ProviderError "unavailable" for an answer without it: whether it was made is unknown. */
export function only<T>(what: string, { rows }: { rows: readonly T[] }): T {
  const [row] = rows;
  if (row) return row;
  throw new ProviderError("xero", "unavailable", `${what}: the answer has no row`, {
    code: "unexpected_reply",
  });
}

/** Xero keeps deleted documents, and voided ones. It may leave out the status of one that counts. */
export function isDeleted({ Status }: { Status?: string | null | undefined }): boolean {
  return Status === "DELETED" || Status === "VOIDED";
}

/**
 * Deletes one. One that no longer exists is fine.
 * @param what is said of the call
 * @throws ProviderError when it is still there
 */
export async function remove<T extends { Status?: string | null | undefined }>(
  api: XeroApi,
  store: Store,
  list: List<T>,
  { id, what }: { id: string; what: string },
): Promise<void> {
  const path = `${list.name}/${id}`;
  const body = JSON.stringify({ [list.id]: id, Status: "DELETED" });
  const deleted = z.object({ [list.name]: z.tuple([z.object({ Status: z.literal("DELETED") })]) });
  try {
    await api.call(store, { what, method: "POST", path, body }, deleted);
  } catch (error) {
    if (!isFailure(error, "rejected", "not_found")) throw error;
    // Deleted meanwhile, or by a call whose answer was lost.
    const left = await one(api, store, list, id);
    if (left && !isDeleted(left)) throw error;
  }
}

const GUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** So few are read one by one. */
const FEW = 3;

/**
 * The current state of those that exist. Xero lists neither payments nor bank transactions by ids: of many, the newest
 * changes are listed, as long as a page costs fewer calls than the rest one by one.
 */
export async function byIds<T>(
  api: XeroApi,
  store: Store,
  list: List<T>,
  ids: readonly string[],
  pageSize = MAX_PAGE,
): Promise<T[]> {
  const missing = new Set(ids);
  const found: T[] = [];
  let before: Page<T> | undefined;
  for (let page = 1; missing.size > FEW; page += 1) {
    const wanted = { order: "UpdatedDateUTC DESC" };
    const read = await readPage(api, store, list, { wanted, page, pageSize });
    for (const row of read.rows) if (missing.delete(String(row[list.id]))) found.push(row);
    if (isLast(list, page, read, before) || page >= missing.size) break;
    before = read;
  }
  // A row that was edited meanwhile moved to a page that was read.
  for (const id of missing) {
    const row = await one(api, store, list, id);
    if (row) found.push(row);
  }
  return found;
}

function unsteady(name: string): ProviderError {
  const message = `${name} list: rows keep vanishing while they are read`;
  return new ProviderError("xero", "unavailable", message, { code: "list_unsteady" });
}
