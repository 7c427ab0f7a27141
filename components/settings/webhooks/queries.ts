import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { toastFailure } from "@/components/settings/queries";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";
import { ApiError } from "@/lib/api-errors";
import type { WebhookDeliveryView } from "@/lib/contracts/webhook-endpoints";

const ALL = ["webhooks"] as const;

/** While something is on its way. */
const SOON_MS = 2_000;
const SELDOM_MS = 10_000;

export const webhookEndpointsQuery = queryOptions({
  queryKey: [...ALL, "endpoints"] as const,
  queryFn: ({ signal }) => call("GET /webhook-endpoints/", { signal }),
  refetchInterval: SELDOM_MS,
});

/** Newest first; the next page begins where the last one ended. */
export const webhookDeliveriesQuery = (
  webhook_endpoint_id: string,
  state?: WebhookDeliveryView["state"],
) =>
  infiniteQueryOptions({
    queryKey: [...ALL, "deliveries", webhook_endpoint_id, state ?? "all"] as const,
    queryFn: ({ pageParam, signal }) =>
      call("GET /webhook-endpoints/deliveries/", {
        query: {
          webhook_endpoint_id,
          ...(state && { state }),
          ...(pageParam && { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: "",
    getNextPageParam: ({ next_cursor }) => next_cursor,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ deliveries }) => deliveries.some(isSoon)) ? SOON_MS : SELDOM_MS,
  });

function isSoon({ next_attempt_at }: WebhookDeliveryView): boolean {
  return next_attempt_at !== null && Date.parse(next_attempt_at) < Date.now() + SOON_MS;
}

/** A change of endpoints or deliveries, with its toast. @param failed the title when it fails */
export function useWebhookChange<Input, Result extends { message: string }>(
  failed: string,
  send: (input: Input) => Promise<Result>,
  onDone?: (result: Result) => void,
) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: ALL,
    mutationFn: send,
    onSuccess: (result) => {
      toast.success(result.message);
      onDone?.(result);
    },
    onError: (error) => {
      // What is wrong with a field is said there.
      const isOfField = error instanceof ApiError && Object.keys(error.fields).length > 0;
      if (!isOfField) toastFailure(failed, error);
    },
    onSettled: () => client.invalidateQueries({ queryKey: ALL }),
  });
}

/** Marks the mutations of endpoints. */
export const webhookKeys = { all: ALL };
