import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import { createContext, use, useEffect, useMemo, useSyncExternalStore } from "react";
import { call } from "@/lib/api";
import { hasRole, ROLES, type Role } from "@/lib/constants/roles";
import type { CompanyList, OwnCompany } from "@/lib/contracts/companies";
import { LEDGER_WIRES, type LedgerWire, type LedgerWords, ledgerWords } from "@/lib/ledger-words";
import { COMPANIES } from "@/lib/query-client";
import { companyKey } from "@/lib/tab-company";

const SELDOM_CHANGES_MS = 5 * 60_000;

export const companiesQuery = queryOptions({
  queryKey: COMPANIES,
  queryFn: async ({ signal }) => {
    const list = await call("GET /companies/", { signal });
    const own = ownOf(list);
    if (own) keep("role", own.role);
    keep("ledger", list.ledger ?? "");
    return list;
  },
  staleTime: SELDOM_CHANGES_MS,
});

/** What the page knows of the company that this tab shows. */
export interface Own {
  /** Undefined until it is known. */
  company: OwnCompany | undefined;
  /** The user's, from the last page until the server says it; null until it is known. */
  role: Role | null;
  /** As with the role. */
  ledger: LedgerWords;
  isError: boolean;
}

const UNKNOWN: Own = {
  ...{ company: undefined, role: null, ledger: ledgerWords(null), isError: false },
};

/** Given by CompanyProvider: much of a page asks, and one place follows the answer. */
export const OwnContext = createContext(UNKNOWN);

export function useOwn(): Own {
  const { data, isError } = useQuery(companiesQuery);
  const client = useQueryClient();
  const pathname = usePathname();
  // A later page learns of a changed role, as if it had asked itself.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each page
  useEffect(() => {
    if (data) void client.prefetchQuery(companiesQuery);
  }, [client, pathname]);
  const role = useKept(readRole);
  const ledger = useKept(readLedger);
  const company = data && ownOf(data);
  const wire = data ? data.ledger : ledger;
  return useMemo(
    () => ({ ...{ company, role: company?.role ?? role, isError }, ledger: ledgerWords(wire) }),
    [company, role, isError, wire],
  );
}

function ownOf({ companies, current }: CompanyList): OwnCompany | undefined {
  return companies.find(({ id }) => id === current);
}

/** The company that this tab shows, with the user's role in it; undefined until it is known. */
export function useOwnCompany(): OwnCompany | undefined {
  return use(OwnContext).company;
}

/**
 * Whether the user may do what asks for `least`, so that the page offers nothing that the server refuses; undefined
 * until the role is known, which a page after the first one knows at once. When it can't be learned: yes, since the
 * server refuses all the same.
 */
export function useMay(least: Role): boolean | undefined {
  const { role, isError } = use(OwnContext);
  if (role !== null) return hasRole(role, least);
  return isError ? true : undefined;
}

/** The accounting software of this tab's company in words. Until it is known, what the last page knew. */
export function useLedger(): LedgerWords {
  return use(OwnContext).ledger;
}

/** Keeps a fact of this tab's company for the next page that is drawn, which doesn't wait for the server to say it. */
function keep(name: "role" | "ledger", value: string): void {
  localStorage.setItem(companyKey(name), value);
}

/** What the server said last; null where it hasn't, and while the server renders. */
function useKept<Fact extends string>(read: () => Fact | null): Fact | null {
  return useSyncExternalStore<Fact | null>(unchanging, read, () => null);
}

function readRole(): Role | null {
  const kept = localStorage.getItem(companyKey("role"));
  return ROLES.find((role) => role === kept) ?? null;
}

function readLedger(): LedgerWire | null {
  const kept = localStorage.getItem(companyKey("ledger"));
  return LEDGER_WIRES.find((wire) => wire === kept) ?? null;
}

/** What changes it is the answer that the page has itself. */
function unchanging(): () => void {
  return () => {};
}
