import {
  queryOptions,
  type UseMutationResult,
  useIsMutating,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { companiesQuery } from "@/components/session/companies";
import { toastFailure } from "@/components/settings/queries";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";

export const peopleQuery = queryOptions({
  queryKey: ["people"] as const,
  queryFn: ({ signal }) => call("GET /people/", { signal }),
});

/** Whether a change of the company's people is under way. */
export function usePeopleChanging(): boolean {
  return useIsMutating({ mutationKey: peopleQuery.queryKey }) > 0;
}

/** A change of the company's people: says what happened, and shows the list as it is now. */
export function usePeopleChange<Input>(
  failed: string,
  change: (input: Input) => Promise<{ message: string }>,
  onDone?: () => void,
): UseMutationResult<{ message: string }, Error, Input> {
  const client = useQueryClient();
  return useMutation({
    mutationKey: peopleQuery.queryKey,
    mutationFn: change,
    onSuccess: ({ message }) => {
      toast.success(message);
      onDone?.();
    },
    onError: (error) => toastFailure(failed, error),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: peopleQuery.queryKey }),
        // One's own role may have changed.
        client.invalidateQueries({ queryKey: companiesQuery.queryKey }),
      ]),
  });
}
