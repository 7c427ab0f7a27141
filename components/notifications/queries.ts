import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { pollEvery } from "@/components/live/liveness";
import { call } from "@/lib/api";
import type { ResponseOf } from "@/lib/contracts/endpoint";
import type { notificationCount } from "@/lib/contracts/notifications";

/** Only while the page is visible; coming back to it asks at once. */
const POLL_MS = 15_000;

const ALL = ["notifications"] as const;

export const notificationKeys = {
  all: ALL,
  settings: [...ALL, "settings"] as const,
  count: [...ALL, "count"] as const,
  list: [...ALL, "list"] as const,
  latest: [...ALL, "latest"] as const,
};

export const notificationSettingsQuery = queryOptions({
  queryKey: notificationKeys.settings,
  queryFn: ({ signal }) => call("GET /settings/notifications/", { signal }),
  staleTime: 5 * 60_000,
});

/** Whether something is new; the list has what it is. */
export const notificationCountQuery = queryOptions({
  queryKey: notificationKeys.count,
  queryFn: ({ signal }) => call("GET /notifications/count/", { signal }),
  refetchInterval: () => pollEvery(POLL_MS),
  refetchOnWindowFocus: "always",
});

/** The newest page, looked at again whenever the count is another. */
export function latestNotificationsQuery(count: ResponseOf<typeof notificationCount> | undefined) {
  return queryOptions({
    queryKey: [...notificationKeys.latest, count?.unread, count?.newest_at],
    queryFn: ({ signal }) => call("GET /notifications/", { signal }),
    enabled: count !== undefined,
    gcTime: 0,
  });
}

/** Newest first; the next page begins where the last one ended. */
export const notificationsQuery = infiniteQueryOptions({
  queryKey: notificationKeys.list,
  queryFn: ({ pageParam, signal }) =>
    call("GET /notifications/", { query: { ...(pageParam && { cursor: pageParam }) }, signal }),
  initialPageParam: "",
  getNextPageParam: ({ next_cursor }) => next_cursor,
});
