import { useSearchParams } from "next/navigation";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import type { z } from "zod";
import { useOwnCompany } from "@/components/session/companies";
import {
  CONNECTION_ID,
  CURRENCY_CODE,
  DEPOSIT_STATUSES,
  type DepositSort,
  HAS_FILTERS,
  type HasFilter,
  isDepositSort,
  isFilterDate,
  MAX_PAGE,
  MAX_SEARCH_LENGTH,
  POSTED_FILTERS,
  type PostedFilter,
} from "@/lib/constants/deposits";
import { ONE_LINE } from "@/lib/constants/text";
import type { DepositStatus, depositFilter, depositList } from "@/lib/contracts/deposits";
import type { QueryOf } from "@/lib/contracts/endpoint";
import type { SourceType } from "@/lib/contracts/source-type";
import { sourceProviders } from "@/lib/providers/list";
import { companyKey } from "@/lib/tab-company";

export const PAGE_SIZES = [25, 50, 100] as const;

/** What the deposit list shows. It lives in the address: a link or a reload shows the same. */
export interface DepositFilter {
  q: string;
  status: DepositStatus | "all";
  /** Calendar dates, both within the range; empty for no end. */
  from: string;
  to: string;
  /** Empty: of any processor. */
  source: SourceType | "";
  /** One of several accounts at a processor; empty: any. */
  connection_id: string;
  posted: PostedFilter | "";
  has: HasFilter | "";
  /** ISO 4217; empty: any. */
  currency: string;
  sort: DepositSort;
  page: number;
  page_size: number;
}

export const DEFAULT_FILTER: DepositFilter = {
  q: "",
  status: "all",
  from: "",
  to: "",
  source: "",
  connection_id: "",
  posted: "",
  has: "",
  currency: "",
  sort: "-date",
  page: 1,
  page_size: PAGE_SIZES[0],
};

/** Whatever leaves deposits out. */
const CRITERIA = [
  "q",
  "status",
  "from",
  "to",
  "source",
  "connection_id",
  "posted",
  "has",
  "currency",
] as const;
const NAMES = [...CRITERIA, "sort", "page", "page_size"] as const;

/** What a cleared list looks for. */
export const NO_CRITERIA = pick(DEFAULT_FILTER, CRITERIA);

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
    source: sourceProviders().find(({ wire }) => wire === given("source"))?.wire ?? "",
    connection_id: CONNECTION_ID.test(given("connection_id")) ? given("connection_id") : "",
    posted: POSTED_FILTERS.find((each) => each === given("posted")) ?? "",
    has: HAS_FILTERS.find((each) => each === given("has")) ?? "",
    currency: CURRENCY_CODE.test(given("currency")) ? given("currency") : "",
    sort: isDepositSort(sort) ? sort : DEFAULT_FILTER.sort,
    page: readPage(given("page")),
    page_size: PAGE_SIZES.find((each) => each === size) ?? DEFAULT_FILTER.page_size,
  };
}

function readSearch(text: string): string {
  const q = text.trim();
  return q.length <= MAX_SEARCH_LENGTH && ONE_LINE.test(q) ? q : DEFAULT_FILTER.q;
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
    ...(filter.source !== "" && { source: filter.source }),
    ...(filter.connection_id !== "" && { connection_id: filter.connection_id }),
    ...(filter.posted !== "" && { posted: filter.posted }),
    ...(filter.has !== "" && { has: filter.has }),
    ...(filter.currency !== "" && { currency: filter.currency }),
  };
}

/** Whether anything is left out of the list. */
export function isFiltered(filter: DepositFilter): boolean {
  return Object.keys(toCriteria(filter)).length > 0;
}

/** How many filters are set besides the search; a period is one. */
export function countFilters(filter: DepositFilter): number {
  const { q: _, from, to, ...others } = toCriteria(filter);
  return Object.keys(others).length + (from !== undefined || to !== undefined ? 1 : 0);
}

export function toListQuery(filter: DepositFilter): QueryOf<typeof depositList> {
  const { page, page_size, sort } = filter;
  return { page, page_size, sort, totals: "yes", ...toCriteria(filter) };
}

function pick<From, Name extends keyof From>(from: From, names: readonly Name[]): Pick<From, Name> {
  return Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<From, Name>;
}

const LIST = "/transactions";

/** Per user and company: a filter may contain a customer's name. */
const keyOf = () => companyKey("deposit-list");

/** Keeps the list's filter ("?…" or "") for the way back from a deposit. */
function rememberList(search: string): void {
  sessionStorage.setItem(keyOf(), search);
}

/** The list as it was last looked at in this tab. */
export function listAddress(): string {
  return LIST + (sessionStorage.getItem(keyOf()) ?? "");
}

export function useListAddress(): string {
  return useSyncExternalStore(
    () => () => undefined,
    listAddress,
    () => LIST,
  );
}

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("popstate", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("popstate", listener);
  };
}

/**
 * The query string. Next's hook alone loses a change made while it fetches the page that Back leads to, but
 * it knows the address on the server and after links.
 */
function useSearch(): string {
  const known = useSearchParams().toString();
  return useSyncExternalStore(
    subscribe,
    () => window.location.search,
    () => known,
  );
}

// From the address itself: what a render knows of it may be older than the last change.
const current = () => readFilter(new URLSearchParams(window.location.search));

// The browser's own history: no trip to the server.
function show(next: DepositFilter, step: "push" | "replace"): void {
  const search = writeFilter(next);
  if (search === writeFilter(current())) return;
  const address = `${window.location.pathname}${search}`;
  if (step === "push") window.history.pushState(null, "", address);
  else window.history.replaceState(null, "", address);
  for (const listener of listeners) listener();
}

/** Back undoes it, but a search letter by letter is one step. A change starts at page 1. */
function change(part: Partial<Omit<DepositFilter, "page">>): void {
  const before = current();
  const typing = part.q !== undefined && part.q !== "" && before.q !== "";
  show({ ...before, ...part, page: DEFAULT_FILTER.page }, typing ? "replace" : "push");
}

function goTo(page: number, step: "push" | "replace" = "push"): void {
  show({ ...current(), page }, step);
}

/** The filter of the address, and how to change it. */
export function useDepositFilter() {
  const search = useSearch();
  const filter = useMemo(() => readFilter(new URLSearchParams(search)), [search]);
  // Once more when the company is known, by which it is kept.
  const company = useOwnCompany()?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => rememberList(writeFilter(filter)), [filter, company]);
  return { filter, change, goTo };
}
