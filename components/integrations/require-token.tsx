"use client";

import { type ReactNode, useEffect, useSyncExternalStore } from "react";
import { toast } from "@/components/ui/toast";
import { clearSession, isSignedIn, readToken, subscribeSession } from "@/lib/session-store";

const MESSAGE = "Authentication required. Please log in again.";

/**
 * The flag alone opens a page; connecting something takes the token as well. Without one the rest of the
 * session goes too, and the shell around this page asks to sign in. The server can't know: it sends
 * `meanwhile`.
 */
export function RequireToken({
  meanwhile,
  children,
}: {
  meanwhile: ReactNode;
  children: ReactNode;
}) {
  const token = useSyncExternalStore<string | null | undefined>(
    subscribeSession,
    readToken,
    () => undefined,
  );
  useEffect(() => {
    // Who is not signed in at all is the shell's to send away.
    if (readToken() !== null || !isSignedIn()) return;
    toast.error(MESSAGE, { id: MESSAGE });
    clearSession();
  }, []);
  if (token === undefined) return meanwhile;
  return token === null ? null : children;
}
