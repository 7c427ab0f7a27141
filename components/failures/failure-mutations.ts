import { useMutation, useQueryClient } from "@tanstack/react-query";
import { failureKeys } from "@/components/failures/queries";
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
    onError: (error) => toast.error("Couldn't retry", { description: error.message }),
    // A retried job can change whatever is on screen.
    onSettled: () => client.invalidateQueries(),
  });
}

export function useDismissFailures() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Chosen) => call("POST /jobs/dismiss/", { body }),
    onError: (error) => toast.error("Couldn't dismiss", { description: error.message }),
    onSettled: () => client.invalidateQueries({ queryKey: failureKeys.all }),
  });
}
