import type { UseQueryResult } from "@tanstack/react-query";

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
