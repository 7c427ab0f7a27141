import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { BOOKS } from "@/components/books/refresh-books";
import { call } from "@/lib/api";
import type { LingeringCause } from "@/lib/contracts/values/lingering";

export const PAGE_SIZE = 50;

/** One page of the payments that wait too long, of one cause or of all. */
export function lingeringQuery(cause: LingeringCause | "all", page: number) {
  return queryOptions({
    queryKey: [...BOOKS, "lingering-payments", cause, page],
    queryFn: ({ signal }) =>
      call("GET /qb/lingering-payments/", {
        query: { page, page_size: PAGE_SIZE, ...(cause !== "all" && { cause }) },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}
