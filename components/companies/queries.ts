import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/api";
import { COMPANIES } from "@/lib/query-client";

/** Every company of the user, with its open work. */
export const overviewQuery = queryOptions({
  queryKey: [...COMPANIES, "overview"] as const,
  queryFn: ({ signal }) => call("GET /companies/overview/", { signal }),
});
