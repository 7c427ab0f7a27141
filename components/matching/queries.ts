import { type QueryClient, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { BOOKS, refreshBooks } from "@/components/deposits/books";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";
import type { Deposit } from "@/lib/contracts/deposits";
import type { BodyOf, ResponseOf } from "@/lib/contracts/endpoint";
import type { matchTransaction, suggestionList } from "@/lib/contracts/matches";
import { MOST_PER_PAGE } from "@/lib/contracts/values/deposits";

export const matchingKeys = {
  suggestions: [...BOOKS, "suggestions"] as const,
  payments: [...BOOKS, "payments"] as const,
  pending: [...BOOKS, "pending-deposits"] as const,
  decisions: ["decisions"] as const,
};

export const suggestionsQuery = queryOptions({
  queryKey: matchingKeys.suggestions,
  queryFn: ({ signal }) => call("GET /qb/suggestions/", { signal }),
});

/** Payments that no match explains yet. */
export const paymentsQuery = queryOptions({
  queryKey: matchingKeys.payments,
  // The server may ask QuickBooks first.
  queryFn: ({ signal }) => call("GET /qb/get-payment/", { signal, timeoutMs: 45_000 }),
});

/** All pending deposits, newest first, fetched page by page. */
export const pendingDepositsQuery = queryOptions({
  queryKey: matchingKeys.pending,
  queryFn: async ({ signal }) => {
    const deposits = new Map<number, Deposit>();
    for (let page = 1; ; page += 1) {
      const query = { status: "pending", sort: "-date", page, page_size: MOST_PER_PAGE } as const;
      const answer = await call("GET /qb/deposit-status/", { query, signal });
      // By id: a deposit that comes in between two pages pushes others to the next one.
      for (const deposit of answer.deposits) deposits.set(deposit.id, deposit);
      if (answer.deposits.length < MOST_PER_PAGE) return { deposits: [...deposits.values()] };
    }
  },
});

type Suggestions = ResponseOf<typeof suggestionList>;

/** Takes decided suggestions off the list; when the server refuses, the list is asked anew and has them. */
export async function removeSuggestions(client: QueryClient, ids: number[]): Promise<void> {
  await client.cancelQueries({ queryKey: matchingKeys.suggestions });
  const gone = new Set(ids);
  client.setQueryData<Suggestions>(matchingKeys.suggestions, (before) => {
    if (!before) return before;
    const suggestions = before.suggestions.filter(({ deposit }) => !gone.has(deposit.id));
    const removed = before.suggestions.length - suggestions.length;
    return { suggestions, total: before.total - removed };
  });
}

/**
 * Of several quick decisions only the last one asks anew: the others are not through yet. It does not wait
 * for the answers: while QuickBooks is asked for payments, the next decision would not count as the last.
 */
export function refreshAfterDecision(client: QueryClient): void {
  if (client.isMutating({ mutationKey: matchingKeys.decisions }) === 1) void refreshBooks(client);
}

function useDecision(
  endpoint: "POST /qb/confirm-match/" | "POST /qb/dismiss-match/",
  failure: string,
  onDone: (id: number, message: string) => void,
) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: matchingKeys.decisions,
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

export function useMatchTransactions(onMatched: (ids: number[], message: string) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof matchTransaction>) =>
      call("POST /qb/match-transaction/", { body }),
    onSuccess: (answer, body) => {
      onMatched(body.stripe_transaction_ids.map(Number), answer.message);
      // Not waited for: what was matched shows so at once.
      void refreshBooks(client);
    },
  });
}
