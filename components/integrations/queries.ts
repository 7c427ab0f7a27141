import { queryOptions, skipToken } from "@tanstack/react-query";
import { pollEvery } from "@/components/live/liveness";
import { call } from "@/lib/api";
import { isUnderWay } from "@/lib/contracts/values/runs";
import { describeProvider, LEDGER, type SourceProvider, type WireName } from "@/lib/providers/list";

const POLL_MS = 1_000;
const ledger = describeProvider(LEDGER).endpoints;

export const integrationKeys = {
  all: ["integrations"] as const,
  list: () => [...integrationKeys.all, "list"] as const,
  banks: () => [...integrationKeys.all, "banks"] as const,
  clearing: () => [...integrationKeys.all, "clearing"] as const,
  expenses: () => [...integrationKeys.all, "expenses"] as const,
  runs: () => [...integrationKeys.all, "runs"] as const,
  settings: () => [...integrationKeys.all, "settings"] as const,
  discount: (wire: WireName) => [...integrationKeys.settings(), "discount", wire] as const,
};

export const integrationsQuery = queryOptions({
  queryKey: integrationKeys.list(),
  queryFn: ({ signal }) => call("GET /user/integrations/", { signal }),
});

export const banksQuery = queryOptions({
  queryKey: integrationKeys.banks(),
  queryFn: ({ signal }) => call(ledger.listBanks, { signal }),
});

export const clearingQuery = queryOptions({
  queryKey: integrationKeys.clearing(),
  queryFn: ({ signal }) => call(ledger.listClearing, { signal }),
});

export const expensesQuery = queryOptions({
  queryKey: integrationKeys.expenses(),
  queryFn: ({ signal }) => call(ledger.listExpenses, { signal }),
});

/** The rate by which a source's fees are predicted; not asked where it reports them. */
export function discountQuery(provider: SourceProvider) {
  return queryOptions({
    queryKey: integrationKeys.discount(provider.wire),
    queryFn: provider.reportsFees
      ? skipToken
      : ({ signal }) => call(provider.endpoints.readDiscount, { signal }),
  });
}

/** The latest syncs. A sync that runs shows here after a reload too; asked again while one does. */
export const syncRunsQuery = queryOptions({
  queryKey: integrationKeys.runs(),
  queryFn: ({ signal }) => call("GET /sync-runs/", { signal }),
  refetchInterval: (query) =>
    query.state.data?.runs.some(isUnderWay) ? pollEvery(POLL_MS) : false,
});
