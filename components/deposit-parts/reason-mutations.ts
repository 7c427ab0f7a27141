import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";
import type { DepositStatus } from "@/lib/contracts/deposits";
import { refreshBooks } from "./refresh-books";

/** What matching once more has led to. */
const LOOKED: Record<DepositStatus, string> = {
  pending: "QuickBooks was checked. Nothing has changed.",
  suggested: "We found a likely match. Please review it.",
  matched: "Matched.",
  posted: "Matched and posted to QuickBooks.",
};

/** Reads QuickBooks again, then matches one deposit again. */
export function useCheckAgain() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call("POST /qb/auto-match/", { body: { deposit_id: id } }),
    onSuccess: async ({ status }) => {
      await refreshBooks(client);
      if (status === "pending") toast(LOOKED[status]);
      else toast.success(LOOKED[status]);
    },
    onError: (error) => toast.error("Couldn't check again", { description: error.message }),
  });
}

/** Dates a deposit on the first day after the closed period, or on its own day again. */
export function usePostOnOpenDay() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, on }: { id: number; on: boolean }) =>
      call("POST /qb/post-on-open-day/", { body: { deposit_id: id, on } }),
    onSuccess: (answer) => {
      toast.success(answer.message);
      return refreshBooks(client);
    },
    onError: (error) => toast.error(error.message),
  });
}

/** The same for every deposit that waits because the books are closed. */
export function usePostAllOnOpenDay() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call("POST /qb/post-all-on-open-day/"),
    onSuccess: (answer) => {
      toast.success(answer.message);
      return refreshBooks(client);
    },
    onError: (error) => toast.error(error.message),
  });
}

export function usePostDeposit() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call("POST /qb/post-deposit/", { body: { deposit_id: id } }),
    onSuccess: (answer) => {
      toast.success(answer.message);
      return refreshBooks(client);
    },
    onError: (error) => toast.error(error.message),
  });
}

/** Retries a posting that QuickBooks refused or that was incomplete. */
export function useRetryPosting() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call("POST /qb/retry-posting/", { body: { deposit_id: id } }),
    onSuccess: (answer) => {
      toast.success(answer.message);
      return refreshBooks(client);
    },
    onError: (error) => toast.error(error.message),
  });
}
