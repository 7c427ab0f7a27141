import { queryOptions } from "@tanstack/react-query";
import { BOOKS } from "@/components/deposits/books";
import { call } from "@/lib/api";
import { dashboardStatus, summary } from "@/lib/contracts/dashboard";

const POLL_MS = 5_000;

export const dashboardKeys = {
  metrics: [...BOOKS, "metrics"] as const,
  summary: [...BOOKS, "summary"] as const,
};

export const metricsQuery = queryOptions({
  queryKey: dashboardKeys.metrics,
  queryFn: ({ signal }) => call(dashboardStatus, { signal }),
});

/** Cheap to ask: the pages that show it ask again and again, and follow what happens in the background. */
export const summaryQuery = queryOptions({
  queryKey: dashboardKeys.summary,
  queryFn: ({ signal }) => call(summary, { signal }),
  refetchInterval: POLL_MS,
});
