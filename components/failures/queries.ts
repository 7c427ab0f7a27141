import { queryOptions } from "@tanstack/react-query";
import { pollEvery } from "@/components/live/liveness";
import { call } from "@/lib/api";

const POLL_MS = 15_000;

export const failureKeys = {
  all: ["failures"] as const,
};

/** Failures that wait for the user. */
export const failuresQuery = queryOptions({
  queryKey: failureKeys.all,
  queryFn: ({ signal }) => call("GET /jobs/failed/", { signal }),
  refetchInterval: () => pollEvery(POLL_MS),
});
