import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { call } from "@/lib/api";
import type { Summary } from "@/lib/contracts/dashboard";
import { BOOKS } from "./refresh-books";

/**
 * Counts by state, kept up to date. Matching and posting run in the background: when these counts change,
 * every other query about the books is refetched.
 */
export function useSummary(): Summary | undefined {
  const client = useQueryClient();
  const { data } = useQuery(summaryQuery);
  const seen = useRef(data);
  useEffect(() => {
    const changed = seen.current !== undefined && data !== seen.current;
    seen.current = data;
    if (!changed) return;
    void client.invalidateQueries({
      queryKey: BOOKS,
      predicate: ({ queryKey }) => queryKey[1] !== summaryQuery.queryKey[1],
    });
  }, [data, client]);
  return data;
}

const POLL_MS = 5_000;

/** Cheap: pages that show it poll it to follow background work. */
export const summaryQuery = queryOptions({
  queryKey: [...BOOKS, "summary"] as const,
  queryFn: ({ signal }) => call("GET /summary/", { signal }),
  refetchInterval: POLL_MS,
});
