import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { DECISIONS, refreshAfterDecision } from "@/components/deposit-parts/decisions";
import { BOOKS } from "@/components/deposit-parts/refresh-books";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";

const read = (after: string | null, signal: AbortSignal) =>
  call("GET /qb/activity/", { query: after === null ? {} : { after }, signal });

/** One page of runs. @param after the `next` of the page before; null for the newest. */
export function activityQuery(after: string | null) {
  return queryOptions({
    queryKey: [...BOOKS, "activity", after] as const,
    queryFn: ({ signal }) => read(after, signal),
  });
}

const POLL_MS = 2_000;

/** The runs, page by page; looked at again while something is on its way to the books. */
export const activityPages = infiniteQueryOptions({
  queryKey: [...BOOKS, "activity pages"] as const,
  initialPageParam: null as string | null,
  queryFn: ({ pageParam, signal }) => read(pageParam, signal),
  getNextPageParam: ({ next }) => next,
  refetchInterval: ({ state }) =>
    state.data?.pages.some(({ runs }) => runs.some(({ underway }) => underway > 0))
      ? POLL_MS
      : false,
});

/** Undoes the matches of an Auto Match run that aren't posted. */
export function useUndoAutomaticRun() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: DECISIONS,
    mutationFn: (automatic_run_id: string) =>
      call("POST /qb/automatic-runs/undo/", { body: { automatic_run_id } }),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toast.error("Couldn't undo these matches", { description: error.message }),
    onSettled: () => refreshAfterDecision(client),
  });
}
