"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useSyncExternalStore } from "react";
import { toast } from "sonner";
import { readToken, subscribeSession } from "@/lib/session-store";

const MESSAGE = "Authentication required. Please log in again.";

/** The flag alone opens a page; connecting something takes the token as well. */
export function RequireToken({ children }: { children: ReactNode }) {
  const router = useRouter();
  const token = useSyncExternalStore(subscribeSession, readToken, () => null);
  useEffect(() => {
    if (readToken() !== null) return;
    toast.error(MESSAGE, { id: MESSAGE });
    router.replace("/login");
  }, [router]);
  return token === null ? null : children;
}
