import { type QueryClient, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { DECISIONS, refreshAfterDecision } from "@/components/deposit-parts/decisions";
import { BOOKS } from "@/components/deposit-parts/refresh-books";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";
import type { ResponseOf } from "@/lib/contracts/endpoint";
import type { suggestionList } from "@/lib/contracts/matches";

type Suggestions = ResponseOf<typeof suggestionList>;

const SUGGESTIONS = [...BOOKS, "suggestions"] as const;

/** The oldest suggestions, and after a refetch as many as were there before. */
export const suggestionsQuery = queryOptions({
  queryKey: SUGGESTIONS,
  queryFn: async ({ signal, client }) => {
    const known = client.getQueryData<Suggestions>(SUGGESTIONS)?.suggestions.length ?? 0;
    let list = await call("GET /qb/suggestions/", { signal });
    while (list.next !== null && list.suggestions.length < known) {
      list = joined(
        list,
        await call("GET /qb/suggestions/", { query: { after: list.next }, signal }),
      );
    }
    return list;
  },
});

/** Appends the suggestions that follow those of the list. */
export function useFurtherSuggestions() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (after: string) => call("GET /qb/suggestions/", { query: { after } }),
    onSuccess: (page, after) =>
      client.setQueryData<Suggestions>(SUGGESTIONS, (list) =>
        // Refetched meanwhile: it is asked for anew.
        list?.next === after ? joined(list, page) : list,
      ),
  });
}

function joined(list: Suggestions, page: Suggestions): Suggestions {
  return { ...page, suggestions: [...list.suggestions, ...page.suggestions] };
}

/** Removes decided suggestions from the list; when the server refuses, a refetch brings them back. */
export async function removeSuggestions(client: QueryClient, ids: number[]): Promise<void> {
  await client.cancelQueries({ queryKey: SUGGESTIONS });
  const gone = new Set(ids);
  client.setQueryData<Suggestions>(SUGGESTIONS, (before) => {
    if (!before) return before;
    const suggestions = before.suggestions.filter(({ deposit }) => !gone.has(deposit.id));
    const removed = before.suggestions.length - suggestions.length;
    return { ...before, suggestions, total: before.total - removed };
  });
}

function useDecision(
  endpoint: "POST /qb/confirm-match/" | "POST /qb/dismiss-match/",
  failure: string,
  onDone: (id: number, message: string) => void,
) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: DECISIONS,
    mutationFn: (id: number) => call(endpoint, { body: { deposit_id: id } }),
    onMutate: (id) => removeSuggestions(client, [id]),
    onSuccess: (answer, id) => onDone(id, answer.message),
    onError: (error) => toast.error(failure, { description: error.message }),
    onSettled: () => refreshAfterDecision(client),
  });
}

export function useConfirmMatch(onDone: (id: number, message: string) => void) {
  return useDecision("POST /qb/confirm-match/", "Failed to match transactions", onDone);
}

export function useDismissMatch(onDone: (id: number, message: string) => void) {
  return useDecision("POST /qb/dismiss-match/", "Failed to dismiss the suggestion", onDone);
}
