import { queryOptions } from "@tanstack/react-query";
import { BOOKS } from "@/components/books/refresh-books";
import { call } from "@/lib/api";

const POLL_MS = 5_000;

/** Cheap: pages that show it poll it to follow background work. */
export const summaryQuery = queryOptions({
  queryKey: [...BOOKS, "summary"] as const,
  queryFn: ({ signal }) => call("GET /summary/", { signal }),
  refetchInterval: POLL_MS,
});
