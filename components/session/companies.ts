import { queryOptions, useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { call } from "@/lib/api";
import { hasRole, ROLES, type Role } from "@/lib/constants/roles";
import type { CompanyList, OwnCompany } from "@/lib/contracts/companies";
import { COMPANIES } from "@/lib/query-client";
import { companyKey } from "@/lib/tab-company";

const SELDOM_CHANGES_MS = 5 * 60_000;

export const companiesQuery = queryOptions({
  queryKey: COMPANIES,
  queryFn: async ({ signal }) => {
    const list = await call("GET /companies/", { signal });
    const own = ownOf(list);
    if (own) keepRole(own);
    return list;
  },
  staleTime: SELDOM_CHANGES_MS,
});

function ownOf({ companies, current }: CompanyList): OwnCompany | undefined {
  return companies.find(({ id }) => id === current);
}

/** The company that this tab shows, with the user's role in it; undefined until it is known. */
export function useOwnCompany(): OwnCompany | undefined {
  const { data } = useQuery(companiesQuery);
  return data && ownOf(data);
}

/**
 * Whether the user may do what asks for `least`, so that the page offers nothing that the server refuses; undefined
 * until the role is known, which a page after the first one knows at once. When it can't be learned: yes, since the
 * server refuses all the same.
 */
export function useMay(least: Role): boolean | undefined {
  const { isError } = useQuery(companiesQuery);
  const company = useOwnCompany();
  const kept = useKeptRole();
  const role = company?.role ?? kept;
  if (role !== null) return hasRole(role, least);
  return isError ? true : undefined;
}

const NAME = "role";

/** Keeps the role in this tab's company for the next page that is drawn, which doesn't wait for the server to say it. */
function keepRole({ role }: OwnCompany): void {
  localStorage.setItem(companyKey(NAME), role);
}

/** The role that the server said last; null where it hasn't, and while the server renders. */
function useKeptRole(): Role | null {
  return useSyncExternalStore<Role | null>(unchanging, readRole, () => null);
}

function readRole(): Role | null {
  const kept = localStorage.getItem(companyKey(NAME));
  return ROLES.find((role) => role === kept) ?? null;
}

/** What changes it is the answer that the page has itself. */
function unchanging(): () => void {
  return () => {};
}
