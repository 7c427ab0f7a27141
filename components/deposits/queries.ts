import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { BOOKS, refreshBooks } from "@/components/deposit-parts/refresh-books";
import { type DepositFilter, toListQuery } from "@/components/deposits/filter";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";
import type { UndoEffect } from "@/lib/constants/matches";
import type { DepositStatus } from "@/lib/contracts/deposits";
import { isMoving } from "./posting-notice";

const POLL_MS = 2_000;
const LOOK_MS = 60_000;

const depositKeys = {
  all: [...BOOKS, "deposits"] as const,
  list: (filter: DepositFilter) => [...depositKeys.all, "list", filter] as const,
  newest: (status: DepositStatus, count: number) =>
    [...depositKeys.all, "newest", status, count] as const,
  detail: (id: number) => [...depositKeys.all, "detail", id] as const,
};

/** One page of the list; asks again while a posting on it is on its way. */
export function depositListQuery(filter: DepositFilter) {
  return queryOptions({
    queryKey: depositKeys.list(filter),
    queryFn: ({ signal }) =>
      call("GET /qb/deposit-status/", { query: toListQuery(filter), signal }),
    placeholderData: keepPreviousData,
    refetchInterval: (query) => (query.state.data?.deposits.some(isMoving) ? POLL_MS : false),
  });
}

/** The first deposits that a search finds, `count` of them. */
export function depositSearchQuery(q: string, count: number) {
  return queryOptions({
    queryKey: [...depositKeys.all, "search", q, count] as const,
    queryFn: ({ signal }) =>
      call("GET /qb/deposit-status/", { query: { q, page: 1, page_size: count }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** The newest deposits of one status, `count` (at most 500) of them. */
export function newestDepositsQuery(status: DepositStatus, count: number) {
  return queryOptions({
    queryKey: depositKeys.newest(status, count),
    queryFn: ({ signal }) =>
      call("GET /qb/deposit-status/", {
        query: { status, page: 1, page_size: count, sort: "-date" },
        signal,
      }),
  });
}

export function depositDetailQuery(id: number) {
  return queryOptions({
    queryKey: depositKeys.detail(id),
    queryFn: ({ signal }) => call("GET /qb/deposit/", { query: { deposit_id: id }, signal }),
    refetchInterval: (query) => {
      const deposit = query.state.data?.deposit;
      return deposit && isMoving(deposit) ? POLL_MS : false;
    },
  });
}

/**
 * Refetches everything about the books and resolves once this deposit is current. Other queries may ask the ledger, and
 * must not hold the user up.
 */
export async function refreshDeposit(client: QueryClient, id: number): Promise<void> {
  void refreshBooks(client);
  await client.prefetchQuery(depositDetailQuery(id));
}

export function useAutoMatch() {
  const client = useQueryClient();
  return useMutation({
    // It reads the books first.
    mutationFn: (id: number) =>
      call("POST /qb/auto-match/", { body: { deposit_id: id }, timeoutMs: LOOK_MS }),
    onSuccess: async ({ message, result }) => {
      await refreshBooks(client);
      toast.success(message, { description: result });
    },
    onError: (error) =>
      toast.error("Auto-match failed. Please try again.", { description: error.message }),
  });
}

export function useDeleteDeposit(onDeleted: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (id: number) => {
      // What is still being read about it would be answered with "not found".
      await client.cancelQueries({ queryKey: BOOKS });
      return call("POST /qb/delete-deposit/", { body: { deposit_id: id } });
    },
    onSuccess: (_answer, id) => {
      toast.success("Deposit deleted successfully", {
        action: { label: "Undo", onClick: () => void restore(client, id) },
      });
      onDeleted();
      // Only marked: the page that is being left would ask for what is no longer there.
      return client.invalidateQueries({ queryKey: BOOKS, refetchType: "none" });
    },
    onError: (error) => {
      toast.error("Failed to delete deposit. Please try again.", { description: error.message });
      return refreshBooks(client);
    },
  });
}

/** From a toast, which outlives the page: no hook of a page can do it. */
async function restore(client: QueryClient, id: number): Promise<void> {
  try {
    const { message, status } = await call("POST /qb/restore-deposit/", {
      body: { deposit_id: id },
    });
    toast.success(message, status === "pending" ? { description: "Back to pending." } : {});
  } catch (error) {
    toast.error("Couldn't restore the deposit", {
      description: error instanceof Error ? error.message : "",
    });
  }
  await refreshBooks(client);
}

export function useUndoDeposit() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, effect }: { id: number; effect: UndoEffect | undefined }) =>
      call("POST /qb/undo/", { body: { deposit_id: id, ...(effect && { effect }) } }),
    onSuccess: (answer) => {
      toast.success(answer.message);
      return refreshBooks(client);
    },
    onError: (error) => toast.error(error.message),
  });
}
