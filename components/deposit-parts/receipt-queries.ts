import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/api";
import { SELDOM_CHANGES_MS } from "./account-queries";
import { CONNECTIONS } from "./refresh-books";

/** Products and services, tax codes and classes in QuickBooks. */
export const receiptListsQuery = queryOptions({
  queryKey: [...CONNECTIONS, "receipt-lists"],
  queryFn: ({ signal }) => call("GET /qb/lists/", { signal }),
  staleTime: SELDOM_CHANGES_MS,
});

/** What receipts are created with, by payment processor. */
export const receiptSettingsQuery = queryOptions({
  queryKey: [...CONNECTIONS, "receipt-settings"],
  queryFn: ({ signal }) => call("GET /settings/receipts/", { signal }),
});
