import { useSyncExternalStore } from "react";
import { useFragment } from "@/components/ui/use-fragment";

const KEY = "invitation";

/**
 * The token of the mailed link; null until the page runs in the browser. It is kept while the user signs in: in this
 * tab, never in an address that a server sees.
 */
export function useInvitationToken(): string | null {
  const fragment = useFragment();
  const kept = useSyncExternalStore(
    () => () => undefined,
    () => sessionStorage.getItem(KEY) ?? "",
    () => null,
  );
  if (fragment === null || kept === null) return null;
  return fragment || kept;
}

export function keepInvitation(token: string): void {
  sessionStorage.setItem(KEY, token);
}

export function forgetInvitation(): void {
  sessionStorage.removeItem(KEY);
}
