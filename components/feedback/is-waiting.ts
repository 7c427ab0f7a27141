import type { UseQueryResult } from "@tanstack/react-query";

/**
 * Whether a query's first answer is on its way, or is still to be asked for: the server and the first
 * draw of the page ask nothing yet (ProtectedShell). Without a connection nothing is on its way.
 */
export function isWaiting({
  isPending,
  fetchStatus,
}: Pick<UseQueryResult, "isPending" | "fetchStatus">): boolean {
  return isPending && fetchStatus !== "paused";
}
