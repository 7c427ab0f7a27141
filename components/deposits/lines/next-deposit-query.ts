import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/api";

type Direction = "next" | "previous";

/**
 * The neighbour of a deposit among the payouts to review. Asked when its page opens, and kept: once the deposit is
 * decided, it has no place in the queue any more.
 */
export function nextDepositQuery(
  after: number,
  direction: Direction,
  when: "opened" | "done" = "opened",
) {
  return queryOptions({
    queryKey: ["next-deposit", after, direction, when] as const,
    queryFn: ({ signal }) => call("GET /qb/next-deposit/", { query: { after, direction }, signal }),
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}
