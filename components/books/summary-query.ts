import { queryOptions } from "@tanstack/react-query";
import { BOOKS } from "@/components/books/refresh-books";
import { call } from "@/lib/api";

const POLL_MS = 5_000;

/** Cheap to ask: the pages that show it ask again and again, and follow what happens in the background. */
export const summaryQuery = queryOptions({
  queryKey: [...BOOKS, "summary"] as const,
  queryFn: ({ signal }) => call("GET /summary/", { signal }),
  refetchInterval: POLL_MS,
});
