"use client";

import { type ReactNode, useEffect, useSyncExternalStore } from "react";
import { toast } from "@/components/ui/toast";
import { clearSession, isSignedIn, readToken, subscribeSession } from "@/lib/session-store";

const MESSAGE = "Authentication required. Please log in again.";

/**
 * The stored flag opens a page, but connecting needs the token too. Without a token the session is cleared and
 * the shell asks to sign in. The server can't read the storage, so it renders `fallback`.
 */
export function RequireToken({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  const token = useSyncExternalStore<string | null | undefined>(
    subscribeSession,
    readToken,
    () => undefined,
  );
  useEffect(() => {
    // Without any session, the shell redirects.
    if (readToken() !== null || !isSignedIn()) return;
    toast.error(MESSAGE, { id: MESSAGE });
    clearSession();
  }, []);
  if (token === undefined) return fallback;
  return token === null ? null : children;
}
