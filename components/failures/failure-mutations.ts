import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { refreshBooks } from "@/components/deposits/books";
import { matchRunKeys } from "@/components/deposits/match-run-keys";
import { failureKeys } from "@/components/failures/queries";
import { integrationKeys } from "@/components/integrations/queries";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";
import type { BodyOf } from "@/lib/contracts/endpoint";
import type { retryFailures } from "@/lib/contracts/failures";

type Chosen = BodyOf<typeof retryFailures>;

export function useRetryFailures() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Chosen) => call("POST /jobs/retry/", { body }),
    onSuccess: ({ message, refused }) => {
      const [first] = refused;
      if (first) toast.warning(message, { description: first.message });
      else toast.success(message);
    },
    onError: (error) => toast.error("Could not be tried again", { description: error.message }),
    onSettled: () => refresh(client),
  });
}

export function useDismissFailures() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Chosen) => call("POST /jobs/dismiss/", { body }),
    onError: (error) => toast.error("Could not be dismissed", { description: error.message }),
    onSettled: () => client.invalidateQueries({ queryKey: failureKeys.all }),
  });
}

/** What was begun again shows where it always shows. */
async function refresh(client: QueryClient): Promise<void> {
  const keys = [failureKeys.all, integrationKeys.runs(), matchRunKeys.latest];
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
  await refreshBooks(client);
}
