import { useSyncExternalStore } from "react";
import { readUser } from "@/lib/session-user";

const LIST = "/transactions";

/** Per user: a filter may contain a customer's name, and another user may sign in to this tab. */
function keyOf(): string {
  return `deposit-list-${readUser()?.id ?? ""}`;
}

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
