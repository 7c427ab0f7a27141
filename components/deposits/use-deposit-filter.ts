import { useSearchParams } from "next/navigation";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import {
  DEFAULT_FILTER,
  type DepositFilter,
  readFilter,
  writeFilter,
} from "@/components/deposits/filter";
import { rememberList } from "@/components/deposits/list-address";
import { useOwnCompany } from "@/components/session/companies";

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
