import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/api";

const LEDGER_TIMEOUT_MS = 45_000;

/** Customers in QuickBooks by name or email. */
export function customerSearchQuery(search: string) {
  return queryOptions({
    queryKey: ["customers", search] as const,
    queryFn: ({ signal }) =>
      call("GET /qb/customers/", { query: { search }, signal, timeoutMs: LEDGER_TIMEOUT_MS }),
    enabled: search !== "",
  });
}
