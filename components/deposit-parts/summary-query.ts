import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/api";
import { BOOKS } from "./refresh-books";

const POLL_MS = 5_000;

/** Cheap: pages that show it poll it to follow background work. */
export const summaryQuery = queryOptions({
  queryKey: [...BOOKS, "summary"] as const,
  queryFn: ({ signal }) => call("GET /summary/", { signal }),
  refetchInterval: POLL_MS,
});
