import type { Call } from "../http/call";
import { type Chained, chain } from "./book";
import { drifted, inSight } from "./drift";
import { invalid, PayPalRefusal } from "./errors";
import { detailView, FIELDS, type Field } from "./present";
import { PAYPAL_ACCOUNT, type PayPalState, refreshedTo } from "./state";
import { readInstant, reportTimes } from "./times";

const WINDOW_SECONDS = 31 * 86_400;
const HISTORY_SECONDS = 3 * 365 * 86_400;
const MOST_ON_PAGE = 500;

type Filter = (entry: Chained, value: string) => boolean;

/** None of the account's rows has a card, a store or a terminal. */
const FILTERS: Record<string, Filter> = {
  transaction_id: ({ row }, value) => row.id === value,
  transaction_type: ({ row }, value) => row.code === value,
  transaction_status: ({ row }, value) => row.status === value,
  transaction_currency: ({ row }, value) => row.currency === value,
  transaction_amount: ({ row }, value) => {
    const [, from, to] = /^\[?(\d+) TO (\d+)\]?$/.exec(value) ?? [];
    const amount = Math.abs(row.amount);
    return amount >= Number(from) && amount <= Number(to);
  },
  payment_instrument_type: () => false,
  store_id: () => false,
  terminal_id: () => false,
};
const OTHERS = new Set([
  "start_date",
  "end_date",
  "fields",
  "balance_affecting_records_only",
  "page_size",
  "page",
]);

/**
 * `GET /v1/reporting/transactions`: the rows of a window, both ends included, in the account's order.
 * @throws PayPalRefusal for a query that the service refuses
 */
export function searchTransactions({ query, path, headers }: Call, account: PayPalState): object {
  const asked = readQuery(query);
  const { start, page, pageSize } = asked;
  const refreshed = refreshedTo(account);
  const { settings } = account;
  if (start > refreshed) {
    const message = "Data for the given start date is not available.";
    throw new PayPalRefusal(settings.notAvailable, "INVALID_REQUEST", message);
  }
  if (start < Date.now() / 1000 - HISTORY_SECONDS) {
    throw invalid("start_date", query.get("start_date"), "Start date is more than 3 years ago");
  }
  const end = Math.min(asked.end, refreshed);
  const timeOf = ({ row }: Chained) => (settings.windowBy === "updated" ? row.updated : row.at);
  const select = () =>
    chain(account).filter(
      (entry) =>
        inSight(entry.row) &&
        timeOf(entry) >= start &&
        timeOf(entry) <= end &&
        (entry.row.moved !== null || !asked.balanceAffectingOnly) &&
        asked.filters.every(([name, value]) => FILTERS[name]?.(entry, value)),
    );
  const { found, rows } = drifted(account, select, asked);
  if (found.length > settings.maximumItems) {
    throw new PayPalRefusal(
      400,
      "RESULTSET_TOO_LARGE",
      "Result set size is greater than the maximum limit. Change the filter criteria and try again.",
      [],
      { total_items: found.length, maximum_items: settings.maximumItems },
    );
  }
  const time = reportTimes(account);
  const filtered = asked.filters.length > 0;
  const pages = Math.ceil(found.length / pageSize);
  const link = (rel: string, number: number) => {
    const address = new URLSearchParams(query);
    address.set("page", String(number));
    address.set("page_size", String(pageSize));
    return { href: `http://${headers.host}${path}?${address}`, rel, method: "GET" };
  };
  return {
    transaction_details: rows.map((entry) =>
      detailView(entry, { fields: asked.fields, filtered, time }),
    ),
    account_number: PAYPAL_ACCOUNT,
    start_date: time(start),
    end_date: time(end),
    last_refreshed_datetime: time(refreshed),
    page,
    total_items: found.length,
    total_pages: pages,
    links: [
      ...(page > 1 ? [link("first", 1), link("prev", page - 1)] : []),
      link("self", page),
      ...(page < pages ? [link("next", page + 1), link("last", pages)] : []),
    ],
  };
}

function readQuery(query: URLSearchParams) {
  const start = readInstant("start_date", query.get("start_date"));
  const end = readInstant("end_date", query.get("end_date"));
  if (end < start)
    throw invalid("end_date", query.get("end_date"), "End date is before start date");
  if (end - start > WINDOW_SECONDS) {
    throw invalid("end_date", query.get("end_date"), "Date range is greater than 31 days");
  }
  const filters = [...query].filter(([name]) => !OTHERS.has(name));
  const [unknown] = filters.find(([name]) => !(name in FILTERS)) ?? [];
  if (unknown) throw invalid(unknown, query.get(unknown), "Unknown query parameter");
  if (query.has("transaction_amount") && !query.has("transaction_currency")) {
    throw invalid("transaction_currency", null, "An amount needs its currency");
  }
  const only = query.get("balance_affecting_records_only") ?? "Y";
  if (only !== "Y" && only !== "N") {
    throw invalid("balance_affecting_records_only", only, "Value is neither Y nor N");
  }
  return {
    start,
    end,
    filters,
    fields: readFields(query.get("fields") ?? "transaction_info"),
    balanceAffectingOnly: only === "Y",
    page: whole(query, "page", 1, Number.MAX_SAFE_INTEGER),
    pageSize: whole(query, "page_size", 100, MOST_ON_PAGE),
  };
}

function readFields(text: string): readonly Field[] {
  if (text === "all") return FIELDS;
  const named = text.split(",");
  const known = FIELDS.filter((field) => named.includes(field));
  if (known.length !== named.length) throw invalid("fields", text, "Unknown field");
  return known;
}

function whole(query: URLSearchParams, name: string, usual: number, most: number): number {
  const text = query.get(name);
  if (text === null) return usual;
  const value = /^\d+$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > most) throw invalid(name, text, `Value is not from 1 to ${most}`);
  return value;
}
