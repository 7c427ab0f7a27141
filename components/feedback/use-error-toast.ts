import type { UseQueryResult } from "@tanstack/react-query";
import { useEffect } from "react";
import { toast } from "@/components/ui/toast";

/** Says once that a query failed; again when it fails again after a success. */
export function useErrorToast(failed: boolean, message: string, title?: string): void {
  useEffect(() => {
    if (!failed) return;
    // One id: React's strict mode runs effects twice.
    if (title === undefined) toast.error(message, { id: message });
    else toast.error(title, { id: message, description: message });
  }, [failed, message, title]);
}

/**
 * Whether a query's first answer is pending, or not yet requested: the server and the first render request
 * nothing (ProtectedShell). False while offline.
 */
export function isWaiting({
  isPending,
  fetchStatus,
}: Pick<UseQueryResult, "isPending" | "fetchStatus">): boolean {
  return isPending && fetchStatus !== "paused";
}
