import { type DepositStatus, depositList } from "@/lib/contracts/deposits";
import type { QueryOf } from "@/lib/contracts/endpoint";

export const PAGE_SIZE = 25;

export type DepositSort = NonNullable<QueryOf<typeof depositList>["sort"]>;

/** What the deposit list shows. It lives in the address: a link or a reload shows the same. */
export interface DepositFilter {
  q: string;
  status: DepositStatus | "all";
  sort: DepositSort;
  page: number;
}

export const DEFAULT_FILTER: DepositFilter = { q: "", status: "all", sort: "-date", page: 1 };

/** Reads the address by the endpoint's own schema; what it refuses counts as not given. */
export function readFilter(params: URLSearchParams): DepositFilter {
  const shape = depositList.query?.shape;
  const value = (name: keyof DepositFilter) => params.get(name) ?? undefined;
  return {
    q: shape?.q.safeParse(value("q")).data ?? DEFAULT_FILTER.q,
    status: shape?.status.safeParse(value("status")).data ?? DEFAULT_FILTER.status,
    sort: shape?.sort.safeParse(value("sort")).data ?? DEFAULT_FILTER.sort,
    page: shape?.page.safeParse(value("page")).data ?? DEFAULT_FILTER.page,
  };
}

/** Only what differs from the default, "?…" or "". */
export function writeFilter(filter: DepositFilter): string {
  const params = new URLSearchParams();
  for (const name of ["q", "status", "sort", "page"] as const) {
    if (filter[name] !== DEFAULT_FILTER[name]) params.set(name, String(filter[name]));
  }
  return params.size === 0 ? "" : `?${params}`;
}

export function toListQuery(filter: DepositFilter): QueryOf<typeof depositList> {
  return {
    page: filter.page,
    page_size: PAGE_SIZE,
    sort: filter.sort,
    ...(filter.q !== "" && { q: filter.q }),
    ...(filter.status !== "all" && { status: filter.status }),
  };
}
