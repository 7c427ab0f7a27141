import type { z } from "zod";
import type { DepositStatus, depositFilter, depositList } from "@/lib/contracts/deposits";
import type { QueryOf } from "@/lib/contracts/endpoint";
import {
  DEPOSIT_STATUSES,
  type DepositSort,
  isDepositSort,
  isFilterDate,
  MAX_PAGE,
  MAX_SEARCH_LENGTH,
} from "@/lib/contracts/values/deposits";
import { PRINTABLE } from "@/lib/contracts/values/text";

export const PAGE_SIZES = [25, 50, 100] as const;

/** What the deposit list shows. It lives in the address: a link or a reload shows the same. */
export interface DepositFilter {
  q: string;
  status: DepositStatus | "all";
  /** Calendar dates, both within the range; empty for no end. */
  from: string;
  to: string;
  sort: DepositSort;
  page: number;
  page_size: number;
}

export const DEFAULT_FILTER: DepositFilter = {
  q: "",
  status: "all",
  from: "",
  to: "",
  sort: "-date",
  page: 1,
  page_size: PAGE_SIZES[0],
};

const NAMES = ["q", "status", "from", "to", "sort", "page", "page_size"] as const;

/** Reads the address by the endpoint's own rules; what they refuse counts as not given. */
export function readFilter(params: URLSearchParams): DepositFilter {
  const given = (name: keyof DepositFilter) => params.get(name) ?? "";
  const sort = given("sort");
  const size = Number(given("page_size"));
  return {
    q: readSearch(given("q")),
    status: readStatus(given("status")),
    from: isFilterDate(given("from")) ? given("from") : DEFAULT_FILTER.from,
    to: isFilterDate(given("to")) ? given("to") : DEFAULT_FILTER.to,
    sort: isDepositSort(sort) ? sort : DEFAULT_FILTER.sort,
    page: readPage(given("page")),
    page_size: PAGE_SIZES.find((each) => each === size) ?? DEFAULT_FILTER.page_size,
  };
}

function readSearch(text: string): string {
  const q = text.trim();
  return q.length <= MAX_SEARCH_LENGTH && PRINTABLE.test(q) ? q : DEFAULT_FILTER.q;
}

/** One of the statuses in whatever case; "all" for every other text. */
function readStatus(text: string): DepositFilter["status"] {
  return DEPOSIT_STATUSES.find((status) => status === text.toLowerCase()) ?? "all";
}

function readPage(text: string): number {
  const page = Number(text);
  return Number.isInteger(page) && page >= 1 && page <= MAX_PAGE ? page : DEFAULT_FILTER.page;
}

/** Only what differs from the default, "?…" or "". */
export function writeFilter(filter: DepositFilter): string {
  const params = new URLSearchParams();
  for (const name of NAMES) {
    if (filter[name] !== DEFAULT_FILTER[name]) params.set(name, String(filter[name]));
  }
  return params.size === 0 ? "" : `?${params}`;
}

/** Which deposits, without the page and the order they are shown in. */
export function toCriteria(filter: DepositFilter): z.infer<typeof depositFilter> {
  return {
    ...(filter.q !== "" && { q: filter.q }),
    ...(filter.status !== "all" && { status: filter.status }),
    ...(filter.from !== "" && { from: filter.from }),
    ...(filter.to !== "" && { to: filter.to }),
  };
}

/** Whether anything is left out of the list. */
export function isFiltered(filter: DepositFilter): boolean {
  return Object.keys(toCriteria(filter)).length > 0;
}

export function toListQuery(filter: DepositFilter): QueryOf<typeof depositList> {
  const { page, page_size, sort } = filter;
  return { page, page_size, sort, ...toCriteria(filter) };
}
