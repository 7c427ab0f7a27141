"use client";

import { type ReactNode, useEffect, useSyncExternalStore } from "react";
import { toast } from "@/components/ui/toast";
import { clearSession, readToken, subscribeSession } from "@/lib/session-store";

const MESSAGE = "Authentication required. Please log in again.";

/**
 * The flag alone opens a page; connecting something takes the token as well. Without one the rest of the
 * session goes too, and the shell around this page asks to sign in.
 */
export function RequireToken({ children }: { children: ReactNode }) {
  const token = useSyncExternalStore(subscribeSession, readToken, () => null);
  useEffect(() => {
    if (readToken() !== null) return;
    toast.error(MESSAGE, { id: MESSAGE });
    clearSession();
  }, []);
  return token === null ? null : children;
}
