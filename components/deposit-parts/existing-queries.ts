import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";
import type { BodyOf } from "@/lib/contracts/endpoint";
import type { linkExisting, putAside } from "@/lib/contracts/existing-deposits";
import { describeProvider, LEDGER } from "@/lib/providers/list";
import { BOOKS, CONNECTIONS, refreshBooks } from "./refresh-books";

/** What the books may have of payouts already. @param deposit_id of one payout alone */
export function existingQuery(deposit_id?: number) {
  return queryOptions({
    queryKey: [...BOOKS, "existing", deposit_id ?? "all"] as const,
    queryFn: ({ signal }) =>
      call("GET /qb/existing-deposits/", {
        query: deposit_id === undefined ? {} : { deposit_id },
        signal,
      }),
  });
}

type Pair = BodyOf<typeof linkExisting>;

function useAnswer(
  endpoint: "POST /qb/link-existing/" | "POST /qb/dismiss-existing/",
  failure: string,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Pair) => call(endpoint, { body }),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toast.error(failure, { description: error.message }),
    onSettled: () => refreshBooks(client),
  });
}

export function useLinkExisting() {
  return useAnswer("POST /qb/link-existing/", "Couldn't link it");
}

export function useDismissExisting() {
  return useAnswer("POST /qb/dismiss-existing/", "Couldn't save your answer");
}

/** Takes payouts out of the work that are booked elsewhere. */
export function usePutAside(onDone?: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Pick<BodyOf<typeof putAside>, "deposit_ids" | "note">) =>
      call("POST /qb/put-aside/", { body }),
    onSuccess: ({ message, skipped }) => {
      const [first] = skipped;
      toast.success(message, first && { description: `${skipped.length} left: ${first.message}` });
      onDone?.();
    },
    onError: (error) =>
      toast.error("Couldn't mark it as booked elsewhere", { description: error.message }),
    onSettled: () => refreshBooks(client),
  });
}

const { endpoints } = describeProvider(LEDGER);

/** Lists of the ledger's accounts, for choosing one. */
export const banksQuery = queryOptions({
  queryKey: [...CONNECTIONS, "banks"],
  queryFn: ({ signal }) => call(endpoints.listBanks, { signal }),
});

export const clearingQuery = queryOptions({
  queryKey: [...CONNECTIONS, "clearing"],
  queryFn: ({ signal }) => call(endpoints.listClearing, { signal }),
});

export const expensesQuery = queryOptions({
  queryKey: [...CONNECTIONS, "expenses"],
  queryFn: ({ signal }) => call(endpoints.listExpenses, { signal }),
});

/** The account whose payments are matched in addition to Undeposited Funds, and the accounts to choose from. */
export const paymentAccountQuery = queryOptions({
  queryKey: [...CONNECTIONS, "settings", "payment-account"],
  queryFn: ({ signal }) => call("GET /settings/payment-account/", { signal }),
});

const SELDOM_CHANGES_MS = 60_000;

/** All accounts that a line of a deposit can be booked to. */
export const accountsQuery = queryOptions({
  queryKey: [...CONNECTIONS, "accounts"],
  queryFn: ({ signal }) => call("GET /qb/accounts/", { signal }),
  staleTime: SELDOM_CHANGES_MS,
});

/** What lines of a deposit can carry in the books. */
export const lineListsQuery = queryOptions({
  queryKey: [...CONNECTIONS, "line-lists"],
  queryFn: ({ signal }) => call("GET /qb/line-lists/", { signal }),
  staleTime: SELDOM_CHANGES_MS,
});

/** What lines without a payment carry, by payment processor. */
export const lineSettingsQuery = queryOptions({
  queryKey: [...CONNECTIONS, "line-settings"],
  queryFn: ({ signal }) => call("GET /settings/lines/", { signal }),
});

/** Products and services, tax codes and classes in the books. */
export const receiptListsQuery = queryOptions({
  queryKey: [...CONNECTIONS, "receipt-lists"],
  queryFn: ({ signal }) => call("GET /qb/lists/", { signal }),
  staleTime: SELDOM_CHANGES_MS,
});

/** What receipts are created with, by payment processor. */
export const receiptSettingsQuery = queryOptions({
  queryKey: [...CONNECTIONS, "receipt-settings"],
  queryFn: ({ signal }) => call("GET /settings/receipts/", { signal }),
});

const LEDGER_TIMEOUT_MS = 45_000;

/** Customers in the books by name or email. */
export function customerSearchQuery(search: string) {
  return queryOptions({
    queryKey: ["customers", search] as const,
    queryFn: ({ signal }) =>
      call("GET /qb/customers/", { query: { search }, signal, timeoutMs: LEDGER_TIMEOUT_MS }),
    enabled: search !== "",
  });
}
