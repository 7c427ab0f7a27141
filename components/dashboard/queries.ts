import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { BOOKS } from "@/components/deposit-parts/refresh-books";
import { call } from "@/lib/api";
import { MAX_QUEUE_ROWS } from "@/lib/constants/queue";
import type { TrendUnit } from "@/lib/contracts/dashboard";

const dashboardKeys = {
  metrics: [...BOOKS, "metrics"] as const,
  trend: (unit: TrendUnit, currency: string) => [...BOOKS, "trend", unit, currency] as const,
  confidence: [...BOOKS, "confidence"] as const,
};

export const metricsQuery = queryOptions({
  queryKey: dashboardKeys.metrics,
  queryFn: ({ signal }) => call("GET /user/dashboard-status/api/", { signal }),
});

/** @param currency "" for the one with the most deposits */
export function trendQuery(unit: TrendUnit, currency: string) {
  const query = currency === "" ? { unit } : { unit, currency };
  return queryOptions({
    queryKey: dashboardKeys.trend(unit, currency),
    queryFn: ({ signal }) => call("GET /dashboard/trend/", { query, signal }),
    placeholderData: keepPreviousData,
  });
}

export const confidenceQuery = queryOptions({
  queryKey: dashboardKeys.confidence,
  queryFn: ({ signal }) => call("GET /dashboard/confidence/", { signal }),
});

/** The deposits to review, as many of each group as the server lists. */
export const queueQuery = queryOptions({
  queryKey: [...BOOKS, "queue"],
  queryFn: ({ signal }) => call("GET /qb/queue/", { query: { limit: MAX_QUEUE_ROWS }, signal }),
  placeholderData: keepPreviousData,
});
