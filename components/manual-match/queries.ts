import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { BOOKS, refreshBooks } from "@/components/deposit-parts/refresh-books";
import { call } from "@/lib/api";
import { MAX_PAGE_SIZE } from "@/lib/constants/deposits";
import type { Deposit } from "@/lib/contracts/deposits";
import type { BodyOf } from "@/lib/contracts/endpoint";
import type { matchTransaction } from "@/lib/contracts/matches";

const manualMatchKeys = {
  payments: [...BOOKS, "payments"] as const,
  pending: [...BOOKS, "pending-deposits"] as const,
};

/** Payments that no match explains yet. */
export const paymentsQuery = queryOptions({
  queryKey: manualMatchKeys.payments,
  // The server may ask the ledger first.
  queryFn: ({ signal }) => call("GET /qb/get-payment/", { signal, timeoutMs: 45_000 }),
});

/** All pending deposits, newest first, fetched page by page. */
export const pendingDepositsQuery = queryOptions({
  queryKey: manualMatchKeys.pending,
  queryFn: async ({ signal }) => {
    const deposits = new Map<number, Deposit>();
    for (let page = 1; ; page += 1) {
      const query = { status: "pending", sort: "-date", page, page_size: MAX_PAGE_SIZE } as const;
      const answer = await call("GET /qb/deposit-status/", { query, signal });
      // By id: a deposit that comes in between two pages pushes others to the next one.
      for (const deposit of answer.deposits) deposits.set(deposit.id, deposit);
      if (answer.deposits.length < MAX_PAGE_SIZE) return { deposits: [...deposits.values()] };
    }
  },
});

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
