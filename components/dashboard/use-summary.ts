import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { dashboardKeys, summaryQuery } from "@/components/dashboard/queries";
import { BOOKS } from "@/components/deposits/books";
import type { Summary } from "@/lib/contracts/dashboard";

/**
 * How much there is by state, kept up to date. Matching and posting go on in the background: when these
 * counts change, everything else about the books is asked anew.
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
      predicate: ({ queryKey }) => queryKey[1] !== dashboardKeys.summary[1],
    });
  }, [data, client]);
  return data;
}
