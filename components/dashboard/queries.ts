import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { BOOKS } from "@/components/books/refresh-books";
import { call } from "@/lib/api";
import type { TrendUnit } from "@/lib/contracts/dashboard";

export const dashboardKeys = {
  metrics: [...BOOKS, "metrics"] as const,
  trend: (unit: TrendUnit) => [...BOOKS, "trend", unit] as const,
  confidence: [...BOOKS, "confidence"] as const,
};

export const metricsQuery = queryOptions({
  queryKey: dashboardKeys.metrics,
  queryFn: ({ signal }) => call("GET /user/dashboard-status/api/", { signal }),
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
