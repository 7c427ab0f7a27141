import type { UserRecord } from "@/lib/contracts/accounts";

/** The documented localStorage keys. */
const TOKEN = "authToken";
const FLAG = "isAuthenticated";
const USER = "userData";

const listeners = new Set<() => void>();

/** The whole Authorization header ("TOKEN …"), or null. */
export function readToken(): string | null {
  return localStorage.getItem(TOKEN);
}

/** Protected pages open by this flag alone; their data is guarded by the server. */
export function isSignedIn(): boolean {
  return localStorage.getItem(FLAG) === "true";
}

/** The stored user as text; `readUser` parses it. */
export function readStoredUser(): string | null {
  return localStorage.getItem(USER);
}

/** Stores the answer of login or sign-up; `token` is stored unchanged. */
export function writeSession({ token, user }: { token: string; user: UserRecord }): void {
  localStorage.setItem(TOKEN, token);
  localStorage.setItem(USER, JSON.stringify(user));
  localStorage.setItem(FLAG, "true");
  notify();
}

/** Replaces the stored user after the profile was saved. */
export function updateUser(user: UserRecord): void {
  localStorage.setItem(USER, JSON.stringify(user));
  notify();
}

/** Removes token, flag and user. */
export function clearSession(): void {
  for (const key of [FLAG, TOKEN, USER]) localStorage.removeItem(key);
  notify();
}

/** Calls `listener` after every change, in this tab or another. @returns the unsubscribe function */
export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

function notify(): void {
  for (const listener of listeners) listener();
}
