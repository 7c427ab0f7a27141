import { useSyncExternalStore } from "react";
import type { UserRecord } from "@/lib/contracts/accounts";
import { isSignedIn, subscribeSession } from "@/lib/session-store";
import { readUser } from "@/lib/session-user";

/** The stored user, followed through every change; null while the server renders, which knows none. */
export function useUser(): UserRecord | null {
  return useSyncExternalStore<UserRecord | null>(subscribeSession, readUser, () => null);
}

/** Whether the stored flag says so; null while the server renders, which cannot know. */
export function useSignedIn(): boolean | null {
  return useSyncExternalStore<boolean | null>(subscribeSession, isSignedIn, () => null);
}

/** The user's name on screen: full name, else username. */
export function displayName(user: {
  username: string;
  first_name: string;
  last_name: string;
}): string {
  return `${user.first_name} ${user.last_name}`.trim() || user.username;
}
