import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { BOOKS, refreshBooks } from "@/components/deposits/books";
import { type DepositFilter, toListQuery } from "@/components/deposits/filter";
import { isMoving } from "@/components/deposits/posting";
import { call } from "@/lib/api";
import {
  autoMatch,
  type DepositStatus,
  deleteDeposit,
  depositDetail,
  depositList,
  retryPosting,
  undoDeposit,
} from "@/lib/contracts/deposits";

const POLL_MS = 2_000;

export const depositKeys = {
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
    queryFn: ({ signal }) => call(depositList, { query: toListQuery(filter), signal }),
    placeholderData: keepPreviousData,
    refetchInterval: (query) => (query.state.data?.deposits.some(isMoving) ? POLL_MS : false),
  });
}

/** The newest deposits of one status, `count` (at most 500) of them. */
export function newestDepositsQuery(status: DepositStatus, count: number) {
  return queryOptions({
    queryKey: depositKeys.newest(status, count),
    queryFn: ({ signal }) =>
      call(depositList, {
        query: { status, page: 1, page_size: count, sort: "-date" },
        signal,
      }),
  });
}

export function depositDetailQuery(id: number) {
  return queryOptions({
    queryKey: depositKeys.detail(id),
    queryFn: ({ signal }) => call(depositDetail, { query: { deposit_id: id }, signal }),
    refetchInterval: (query) => {
      const deposit = query.state.data?.deposit;
      return deposit && isMoving(deposit) ? POLL_MS : false;
    },
  });
}

export function useAutoMatch() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(autoMatch, { body: { deposit_id: id } }),
    onSuccess: async () => {
      await refreshBooks(client);
      toast.success("Auto-match completed successfully");
    },
    onError: () => toast.error("Auto-match failed. Please try again."),
  });
}

export function useDeleteDeposit(onDeleted: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(deleteDeposit, { body: { deposit_id: id } }),
    onSuccess: () => {
      toast.success("Deposit deleted successfully");
      onDeleted();
      // Only marked: the page that is being left would ask for what is no longer there.
      return client.invalidateQueries({ queryKey: BOOKS, refetchType: "none" });
    },
    onError: () => toast.error("Failed to delete deposit. Please try again."),
  });
}

export function useRetryPosting() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(retryPosting, { body: { deposit_id: id } }),
    onSuccess: (answer) => {
      toast.success(answer.message);
      return refreshBooks(client);
    },
    onError: (error) => toast.error(error.message),
  });
}

export function useUndoDeposit() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(undoDeposit, { body: { deposit_id: id } }),
    onSuccess: (answer) => {
      toast.success(answer.message);
      return refreshBooks(client);
    },
    onError: (error) => toast.error(error.message),
  });
}
