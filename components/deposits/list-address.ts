import { useSyncExternalStore } from "react";
import { companyKey } from "@/lib/tab-company";

const LIST = "/transactions";

/** Per user and company: a filter may contain a customer's name. */
const keyOf = () => companyKey("deposit-list");

/** Keeps the list's filter ("?…" or "") for the way back from a deposit. */
export function rememberList(search: string): void {
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
