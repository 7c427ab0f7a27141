import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/api";
import { describeProvider, LEDGER } from "@/lib/providers/list";
import { CONNECTIONS } from "./refresh-books";

const { endpoints } = describeProvider(LEDGER);

/** Lists of the ledger's accounts, for choosing one. */
export const banksQuery = queryOptions({
  queryKey: [...CONNECTIONS, "banks"],
  queryFn: ({ signal }) => call(endpoints.listBanks, { signal }),
});

export const clearingQuery = queryOptions({
  queryKey: [...CONNECTIONS, "clearing"],
  queryFn: ({ signal }) => call(endpoints.listClearing, { signal }),
});

export const expensesQuery = queryOptions({
  queryKey: [...CONNECTIONS, "expenses"],
  queryFn: ({ signal }) => call(endpoints.listExpenses, { signal }),
});

/** The account whose payments are matched in addition to Undeposited Funds, and the accounts to choose from. */
export const paymentAccountQuery = queryOptions({
  queryKey: [...CONNECTIONS, "settings", "payment-account"],
  queryFn: ({ signal }) => call("GET /settings/payment-account/", { signal }),
});

export const SELDOM_CHANGES_MS = 60_000;

/** All accounts that a line of a deposit can be booked to. */
export const accountsQuery = queryOptions({
  queryKey: [...CONNECTIONS, "accounts"],
  queryFn: ({ signal }) => call("GET /qb/accounts/", { signal }),
  staleTime: SELDOM_CHANGES_MS,
});
