import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { BOOKS, refreshBooks } from "@/components/deposits/books";
import { call } from "@/lib/api";
import {
  confirmMatch,
  dismissMatch,
  matchTransaction,
  suggestionList,
} from "@/lib/contracts/deposits";
import type { BodyOf, ResponseOf } from "@/lib/contracts/endpoint";
import { paymentList } from "@/lib/contracts/payments";

export const matchingKeys = {
  suggestions: [...BOOKS, "suggestions"] as const,
  payments: [...BOOKS, "payments"] as const,
  decisions: ["decisions"] as const,
};

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

type Suggestions = ResponseOf<typeof suggestionList>;

/** The suggestion leaves the list at once; when the server refuses, the list is asked anew and has it. */
function useDecision(
  endpoint: typeof confirmMatch | typeof dismissMatch,
  failure: string,
  onDone: (id: number, message: string) => void,
) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: matchingKeys.decisions,
    mutationFn: (id: number) => call(endpoint, { body: { deposit_id: id } }),
    onMutate: async (id) => {
      await client.cancelQueries({ queryKey: matchingKeys.suggestions });
      client.setQueryData<Suggestions>(
        matchingKeys.suggestions,
        (before) =>
          before && { suggestions: before.suggestions.filter(({ deposit }) => deposit.id !== id) },
      );
    },
    onSuccess: (answer, id) => onDone(id, answer.message),
    onError: (error) => toast.error(failure, { description: error.message }),
    // Of several quick decisions only the last one asks anew: the others are not through yet.
    onSettled: () =>
      client.isMutating({ mutationKey: matchingKeys.decisions }) === 1
        ? refreshBooks(client)
        : undefined,
  });
}

export function useConfirmMatch(onDone: (id: number, message: string) => void) {
  return useDecision(confirmMatch, "Failed to match transactions", onDone);
}

export function useDismissMatch(onDone: (id: number, message: string) => void) {
  return useDecision(dismissMatch, "Failed to dismiss the suggestion", onDone);
}

export function useMatchTransactions() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof matchTransaction>) => call(matchTransaction, { body }),
    onSuccess: async (answer) => {
      toast.success(answer.message);
      await refreshBooks(client);
    },
  });
}
