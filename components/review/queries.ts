import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { DECISIONS, refreshAfterDecision } from "@/components/deposit-parts/decisions";
import { BOOKS, refreshBooks } from "@/components/deposit-parts/refresh-books";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";
import type { BodyOf } from "@/lib/contracts/endpoint";
import type { postReady } from "@/lib/contracts/posting-review";

export const reviewQuery = queryOptions({
  queryKey: [...BOOKS, "review"] as const,
  queryFn: ({ signal }) => call("GET /qb/posting-review/", { signal }),
});

export const automaticRunsQuery = queryOptions({
  queryKey: [...BOOKS, "automatic runs"] as const,
  queryFn: ({ signal }) => call("GET /qb/automatic-runs/", { signal }),
});

export const postingRunsQuery = queryOptions({
  queryKey: [...BOOKS, "posting runs"] as const,
  queryFn: ({ signal }) => call("GET /qb/posting-runs/", { signal }),
});

/** Undoes the matches of an Auto Match run that aren't posted. */
export function useUndoAutomaticRun() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: DECISIONS,
    mutationFn: (automatic_run_id: string) =>
      call("POST /qb/automatic-runs/undo/", { body: { automatic_run_id } }),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toast.error("Couldn't undo this run", { description: error.message }),
    onSettled: () => refreshAfterDecision(client),
  });
}

const PAGE_SIZE = 50;

/** Deposits that are ready, or that QuickBooks had already, oldest first. */
export function reviewedQuery(posted: "ready" | "already", page: number) {
  return queryOptions({
    queryKey: [...BOOKS, "reviewed", posted, page] as const,
    queryFn: ({ signal }) =>
      call("GET /qb/deposit-status/", {
        query: { posted, page, page_size: PAGE_SIZE, sort: "date" },
        signal,
      }),
  });
}

/** Posts what was reviewed. */
export function usePostReady() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof postReady>) => call("POST /qb/post-ready/", { body }),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toast.error("Nothing was posted", { description: error.message }),
    onSettled: () => refreshBooks(client),
  });
}
