import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { toastFailure } from "@/components/settings/queries";
import { toast } from "@/components/ui/toast";
import { ApiError } from "@/lib/api-errors";

/**
 * A change of a list in Settings: says what happened, and shows the list as it is now.
 * @param keys of the queries that it changes; the first one is the mutation's too
 * @param failed title of the toast when it fails
 * @param fields that show their own errors; the toast doesn't repeat them
 */
export function useListChange<Input, Result extends { message: string }>(
  keys: readonly [QueryKey, ...QueryKey[]],
  failed: string,
  send: (input: Input) => Promise<Result>,
  onDone?: (result: Result) => void,
  fields: readonly string[] = [],
) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: keys[0],
    mutationFn: send,
    onSuccess: (result) => {
      toast.success(result.message);
      onDone?.(result);
    },
    onError: (error) => {
      const isShown = error instanceof ApiError && fields.some((field) => field in error.fields);
      if (!isShown) toastFailure(failed, error);
    },
    onSettled: () => Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}
