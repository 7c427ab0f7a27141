import { queryOptions } from "@tanstack/react-query";
import { isActive } from "@/components/integrations/runs";
import { pollEvery } from "@/components/live/liveness";
import { call } from "@/lib/api";

const POLL_MS = 1_000;

export const integrationKeys = {
  all: ["integrations"] as const,
  list: () => [...integrationKeys.all, "list"] as const,
  banks: () => [...integrationKeys.all, "banks"] as const,
  clearing: () => [...integrationKeys.all, "clearing"] as const,
  expenses: () => [...integrationKeys.all, "expenses"] as const,
  runs: () => [...integrationKeys.all, "runs"] as const,
  settings: () => [...integrationKeys.all, "settings"] as const,
  authorizeExpense: () => [...integrationKeys.settings(), "authorize-expense"] as const,
  discount: () => [...integrationKeys.settings(), "discount"] as const,
};

export const integrationsQuery = queryOptions({
  queryKey: integrationKeys.list(),
  queryFn: ({ signal }) => call("GET /user/integrations/", { signal }),
});

export const banksQuery = queryOptions({
  queryKey: integrationKeys.banks(),
  queryFn: ({ signal }) => call("GET /qb/bank-account/", { signal }),
});

export const clearingQuery = queryOptions({
  queryKey: integrationKeys.clearing(),
  queryFn: ({ signal }) => call("GET /qb/clearing-account/", { signal }),
});

export const expensesQuery = queryOptions({
  queryKey: integrationKeys.expenses(),
  queryFn: ({ signal }) => call("GET /qb/get-expense/", { signal }),
});

export const authorizeExpenseQuery = queryOptions({
  queryKey: integrationKeys.authorizeExpense(),
  queryFn: ({ signal }) => call("GET /authorize/get-expense/", { signal }),
});

export const discountQuery = queryOptions({
  queryKey: integrationKeys.discount(),
  queryFn: ({ signal }) => call("GET /authorize/settings/", { signal }),
});

/** The latest syncs. A sync that runs shows here after a reload too; asked again while one does. */
export const syncRunsQuery = queryOptions({
  queryKey: integrationKeys.runs(),
  queryFn: ({ signal }) => call("GET /sync-runs/", { signal }),
  refetchInterval: (query) => (query.state.data?.runs.some(isActive) ? pollEvery(POLL_MS) : false),
});
