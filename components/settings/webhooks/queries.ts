import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/api";
import type { WebhookDeliveryView } from "@/lib/contracts/webhook-endpoints";

/** What a change of an endpoint or a delivery may change. */
export const webhookKeys = [["webhooks"]] as const;
const [ALL] = webhookKeys;

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
