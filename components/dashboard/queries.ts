import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { BOOKS } from "@/components/deposits/books";
import { call } from "@/lib/api";
import type { TrendUnit } from "@/lib/contracts/dashboard";

const POLL_MS = 5_000;

export const dashboardKeys = {
  metrics: [...BOOKS, "metrics"] as const,
  summary: [...BOOKS, "summary"] as const,
  trend: (unit: TrendUnit) => [...BOOKS, "trend", unit] as const,
  confidence: [...BOOKS, "confidence"] as const,
};

export const metricsQuery = queryOptions({
  queryKey: dashboardKeys.metrics,
  queryFn: ({ signal }) => call("GET /user/dashboard-status/api/", { signal }),
});

/** Cheap to ask: the pages that show it ask again and again, and follow what happens in the background. */
export const summaryQuery = queryOptions({
  queryKey: dashboardKeys.summary,
  queryFn: ({ signal }) => call("GET /summary/", { signal }),
  refetchInterval: POLL_MS,
});

export function trendQuery(unit: TrendUnit) {
  return queryOptions({
    queryKey: dashboardKeys.trend(unit),
    queryFn: ({ signal }) => call("GET /dashboard/trend/", { query: { unit }, signal }),
    placeholderData: keepPreviousData,
  });
}

export const confidenceQuery = queryOptions({
  queryKey: dashboardKeys.confidence,
  queryFn: ({ signal }) => call("GET /dashboard/confidence/", { signal }),
});
