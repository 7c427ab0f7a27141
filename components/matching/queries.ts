import { type QueryClient, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { BOOKS, refreshBooks } from "@/components/deposits/books";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";
import {
  confirmMatch,
  type Deposit,
  depositList,
  dismissMatch,
  matchTransaction,
  suggestionList,
} from "@/lib/contracts/deposits";
import type { BodyOf, ResponseOf } from "@/lib/contracts/endpoint";
import { paymentList } from "@/lib/contracts/payments";

export const matchingKeys = {
  suggestions: [...BOOKS, "suggestions"] as const,
  payments: [...BOOKS, "payments"] as const,
  pending: [...BOOKS, "pending-deposits"] as const,
  decisions: ["decisions"] as const,
};

const PAGE_SIZE = 500;

export const suggestionsQuery = queryOptions({
  queryKey: matchingKeys.suggestions,
  queryFn: ({ signal }) => call(suggestionList, { signal }),
});

/** Payments that no match explains yet. */
export const paymentsQuery = queryOptions({
  queryKey: matchingKeys.payments,
  // The server may ask QuickBooks first.
  queryFn: ({ signal }) => call(paymentList, { signal, timeoutMs: 45_000 }),
});

/** All pending deposits, newest first, fetched page by page. */
export const pendingDepositsQuery = queryOptions({
  queryKey: matchingKeys.pending,
  queryFn: async ({ signal }) => {
    const deposits = new Map<number, Deposit>();
    for (let page = 1; ; page += 1) {
      const query = { status: "pending", sort: "-date", page, page_size: PAGE_SIZE } as const;
      const answer = await call(depositList, { query, signal });
      // By id: a deposit that comes in between two pages pushes others to the next one.
      for (const deposit of answer.deposits) deposits.set(deposit.id, deposit);
      if (answer.deposits.length < PAGE_SIZE) return { deposits: [...deposits.values()] };
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
  endpoint: typeof confirmMatch | typeof dismissMatch,
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
  return useDecision(confirmMatch, "Failed to match transactions", onDone);
}

export function useDismissMatch(onDone: (id: number, message: string) => void) {
  return useDecision(dismissMatch, "Failed to dismiss the suggestion", onDone);
}

export function useMatchTransactions(onMatched: (ids: number[], message: string) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof matchTransaction>) => call(matchTransaction, { body }),
    onSuccess: (answer, body) => {
      onMatched(body.stripe_transaction_ids.map(Number), answer.message);
      // Not waited for: what was matched shows so at once.
      void refreshBooks(client);
    },
  });
}
