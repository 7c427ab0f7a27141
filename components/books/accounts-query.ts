import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/api";

const SELDOM_CHANGES_MS = 60_000;

/** The accounts of the books that a line of a deposit can be booked to. */
export const accountsQuery = queryOptions({
  queryKey: ["bookable-accounts"],
  queryFn: ({ signal }) => call("GET /qb/accounts/", { signal }),
  staleTime: SELDOM_CHANGES_MS,
});
