import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";
import type { BodyOf } from "@/lib/contracts/endpoint";
import type { linkExisting, putAside } from "@/lib/contracts/existing-deposits";
import { BOOKS, refreshBooks } from "./refresh-books";

/** Deposits that QuickBooks may have of payouts already. @param deposit_id of one payout alone */
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
