import { queryOptions, skipToken } from "@tanstack/react-query";
import { CONNECTIONS } from "@/components/deposit-parts/refresh-books";
import { pollEvery } from "@/components/live/liveness";
import { call } from "@/lib/api";
import { isUnderWay } from "@/lib/constants/runs";
import type { SourceProvider, WireName } from "@/lib/providers/list";

const POLL_MS = 1_000;

/** Values of the provider list are not imported here: every page loads this module for its keys. */
export const integrationKeys = {
  all: CONNECTIONS,
  list: () => [...integrationKeys.all, "list"] as const,
  runs: () => [...integrationKeys.all, "runs"] as const,
  settings: () => [...integrationKeys.all, "settings"] as const,
  discount: (wire: WireName) => [...integrationKeys.settings(), "discount", wire] as const,
};

export const integrationsQuery = queryOptions({
  queryKey: integrationKeys.list(),
  queryFn: ({ signal }) => call("GET /user/integrations/", { signal }),
});

/** The rate by which a source's fees are predicted; skipped for sources that report fees. */
export function discountQuery(provider: SourceProvider) {
  return queryOptions({
    queryKey: integrationKeys.discount(provider.wire),
    queryFn: provider.reportsFees
      ? skipToken
      : ({ signal }) => call(provider.endpoints.readDiscount, { signal }),
  });
}

/** From when on each source is imported, and the day to offer for a new one. */
export const startDatesQuery = queryOptions({
  queryKey: [...integrationKeys.settings(), "start-dates"] as const,
  queryFn: ({ signal }) => call("GET /settings/start-dates/", { signal }),
});

/** The bank accounts by source and currency. */
export const bankSettingsQuery = queryOptions({
  queryKey: [...integrationKeys.settings(), "banks"] as const,
  queryFn: ({ signal }) => call("GET /settings/banks/", { signal }),
});

/** The latest syncs; polled while one runs, also after a reload. */
export const syncRunsQuery = queryOptions({
  queryKey: integrationKeys.runs(),
  queryFn: ({ signal }) => call("GET /sync-runs/", { signal }),
  refetchInterval: (query) =>
    query.state.data?.runs.some(isUnderWay) ? pollEvery(POLL_MS) : false,
});
