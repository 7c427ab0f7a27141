import type { z } from "zod";
import {
  type DepositStatus,
  type depositFilter,
  depositList,
  type depositSort,
} from "@/lib/contracts/deposits";
import type { QueryOf } from "@/lib/contracts/endpoint";

export const PAGE_SIZES = [25, 50, 100] as const;

export type DepositSort = z.infer<typeof depositSort>;

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

/** Reads the address by the endpoint's own schema; what it refuses counts as not given. */
export function readFilter(params: URLSearchParams): DepositFilter {
  const shape = depositList.query?.shape;
  const value = (name: keyof DepositFilter) => params.get(name) ?? undefined;
  const size = shape?.page_size.safeParse(value("page_size")).data;
  return {
    q: shape?.q.safeParse(value("q")).data ?? DEFAULT_FILTER.q,
    status: shape?.status.safeParse(value("status")).data ?? DEFAULT_FILTER.status,
    from: shape?.from.safeParse(value("from")).data ?? DEFAULT_FILTER.from,
    to: shape?.to.safeParse(value("to")).data ?? DEFAULT_FILTER.to,
    sort: shape?.sort.safeParse(value("sort")).data ?? DEFAULT_FILTER.sort,
    page: shape?.page.safeParse(value("page")).data ?? DEFAULT_FILTER.page,
    page_size: PAGE_SIZES.find((each) => each === size) ?? DEFAULT_FILTER.page_size,
  };
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
