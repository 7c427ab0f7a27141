import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { BOOKS } from "@/components/deposit-parts/refresh-books";
import { call } from "@/lib/api";
import { MAX_QUEUE_ROWS } from "@/lib/constants/queue";

/** The deposits to review, as many of each group as the server lists. */
export const queueQuery = queryOptions({
  queryKey: [...BOOKS, "queue"],
  queryFn: ({ signal }) => call("GET /qb/queue/", { query: { limit: MAX_QUEUE_ROWS }, signal }),
  placeholderData: keepPreviousData,
});
