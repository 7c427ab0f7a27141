import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/api";
import { SELDOM_CHANGES_MS } from "./account-queries";
import { CONNECTIONS } from "./refresh-books";

/** What lines of a deposit can carry in QuickBooks. */
export const lineListsQuery = queryOptions({
  queryKey: [...CONNECTIONS, "line-lists"],
  queryFn: ({ signal }) => call("GET /qb/line-lists/", { signal }),
  staleTime: SELDOM_CHANGES_MS,
});

/** What lines without a payment carry, by payment processor. */
export const lineSettingsQuery = queryOptions({
  queryKey: [...CONNECTIONS, "line-settings"],
  queryFn: ({ signal }) => call("GET /settings/lines/", { signal }),
});
