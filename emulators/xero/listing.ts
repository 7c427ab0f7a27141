import type { Call } from "../http/call";
import type { Detail } from "./present";
import { bare, queryUnreadable } from "./refusals";
import type { Books } from "./state";
import { type Fields, whereTest } from "./where";

const PAGE_SIZE = 100;
const LARGEST_PAGE = 1000;
const MODIFIED_SINCE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/;

/** One kind of thing as its list is asked for. */
export interface Listed<T> {
  /** Of one, in words of the query language. */
  type: string;
  rows: (books: Books, query: URLSearchParams) => readonly T[];
  id: (row: T) => string;
  updated?: (row: T) => string;
  fields: (books: Books) => Fields<T>;
  /** Undefined where all come at once. */
  paged?: boolean;
  /** Lists of values that can be asked for, by parameter. */
  among?: Record<string, (row: T) => string | undefined>;
  /** What else may be asked. */
  parameters?: readonly string[];
  present: (books: Books, row: T, detail: Detail) => object;
}

interface Page {
  rows: object[];
  pagination?: { page: number; pageSize: number; pageCount: number; itemCount: number };
}

export interface Served {
  list: (call: Call, books: Books) => Page;
  /** With its lines, deleted or not; undefined where there is none of that id. */
  one: (books: Books, id: string) => object | undefined;
}

export function served<T>(about: Listed<T>): Served {
  const everything = new URLSearchParams({ includeDeleted: "true", includeArchived: "true" });
  return {
    list: (call, books) => listed(call, books, about),
    one: (books, id) => {
      const row = about.rows(books, everything).find((each) => about.id(each) === id);
      return row && about.present(books, row, "full");
    },
  };
}

/** The rows that a call asks for, and the page that they are. @throws XeroFault */
function listed<T>(call: Call, books: Books, about: Listed<T>): Page {
  const { query, headers } = call;
  const { fields: fieldsOf, among = {}, updated } = about;
  refuseUnknown(query, about);
  const fields = fieldsOf(books);
  const where = query.get("where");
  const test = where ? whereTest(where, fields, about.type) : () => true;
  const since = modifiedSince(headers["if-modified-since"]);
  const asked = Object.entries(among).filter(([name]) => query.has(name));
  const rows = about.rows(books, query).filter(
    (row) =>
      test(row) &&
      (!since || !updated || updated(row).slice(0, 19) >= since) &&
      asked.every(([name, of]) =>
        query
          .get(name)
          ?.split(",")
          .includes(of(row) ?? ""),
      ),
  );
  const ordered = rows.toSorted(order(query.get("order"), about, fields));
  const isPaged = about.paged && (query.has("page") || asked.length > 0);
  const summary = query.get("summaryOnly") === "true";
  const present = (detail: Detail) => (row: T) =>
    about.present(books, row, summary ? "summary" : detail);
  if (!isPaged) return { rows: ordered.map(present(about.paged ? "list" : "full")) };
  const page = Math.max(1, Number(query.get("page") ?? 1) || 1);
  const wanted = Number(query.get("pageSize") ?? PAGE_SIZE);
  const pageSize = Math.min(LARGEST_PAGE, Math.max(1, wanted || PAGE_SIZE));
  return {
    rows: ordered.slice((page - 1) * pageSize, page * pageSize).map(present("full")),
    pagination: {
      page,
      pageSize,
      pageCount: Math.ceil(ordered.length / pageSize),
      itemCount: ordered.length,
    },
  };
}

/** Xero ignores what it doesn't know, which hides a slip of the caller. */
function refuseUnknown<T>(query: URLSearchParams, { paged, among, parameters = [] }: Listed<T>) {
  const known = ["where", "order", ...parameters, ...Object.keys(among ?? {})];
  if (paged) known.push("page", "pageSize");
  const unknown = [...query.keys()].find((name) => !known.includes(name));
  if (unknown) throw bare(`The emulator doesn't know the parameter ${unknown}`);
}

/** In UTC, to the second. Other spellings, with milliseconds or a Z, are ignored. */
function modifiedSince(header: string | undefined): string | undefined {
  return header && MODIFIED_SINCE.test(header) ? header : undefined;
}

/** By the time of the last change unless asked otherwise, and then by id. */
function order<T>(asked: string | null, { id, updated, type }: Listed<T>, fields: Fields<T>) {
  const [path = "", direction = "ASC"] = asked?.trim().split(/\s+/) ?? [];
  const field = fields[path];
  if (path && !field)
    throw queryUnreadable(`No property or field '${path}' exists in type '${type}'`);
  const key = (row: T) => (field ? field.of(row) : updated?.(row)) ?? "";
  const sign = direction.toUpperCase() === "DESC" ? -1 : 1;
  return (left: T, right: T) => {
    const [one, other] = [key(left), key(right)];
    if (one !== other) return one < other ? -sign : sign;
    return id(left) < id(right) ? -1 : 1;
  };
}
