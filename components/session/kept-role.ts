import { useSyncExternalStore } from "react";
import type { OwnCompany } from "@/lib/contracts/companies";
import { ROLES, type Role } from "@/lib/contracts/values/roles";
import { companyKey } from "@/lib/tab-company";

const NAME = "role";

/** Keeps the role in this tab's company for the next page that is drawn, which doesn't wait for the server to say it. */
export function keepRole({ role }: OwnCompany): void {
  localStorage.setItem(companyKey(NAME), role);
}

/** The role that the server said last; null where it hasn't, and while the server renders. */
export function useKeptRole(): Role | null {
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
