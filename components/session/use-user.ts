import { useSyncExternalStore } from "react";
import type { UserRecord } from "@/lib/contracts/accounts";
import { subscribeSession } from "@/lib/session-store";
import { readUser } from "@/lib/session-user";

/** The stored user, followed through every change; null while the server renders, which knows none. */
export function useUser(): UserRecord | null {
  return useSyncExternalStore<UserRecord | null>(subscribeSession, readUser, () => null);
}
