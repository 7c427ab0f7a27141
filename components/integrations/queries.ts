import { queryOptions, skipToken, useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { CONNECTIONS } from "@/components/deposit-parts/refresh-books";
import { pollEvery } from "@/components/live/liveness";
import { useMay, useOwnCompany } from "@/components/session/companies";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";
import { isUnderWay } from "@/lib/constants/runs";
import type { ResponseOf } from "@/lib/contracts/endpoint";
import type { SyncRun, syncRunList } from "@/lib/contracts/integrations";
import type { ConnectableProvider, SourceProvider, WireName } from "@/lib/providers/list";
import { withReason } from "./runs";
import { usePageAddress } from "./use-page-address";

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

/** Whether a provider's settings are open: by the button, or once by the address; never for users who can't change them. */
export function useSettings(wire: WireName) {
  const { settings, forgetSettings } = usePageAddress();
  const mayChange = useMay("admin") === true;
  const [isOpen, setOpen] = useState(false);
  const isWanted = settings === wire;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each address
  useEffect(() => {
    if (!isWanted) return;
    setOpen(true);
    forgetSettings();
  }, [isWanted]);
  return { isOpen: isOpen && mayChange, open: () => setOpen(true), close: () => setOpen(false) };
}

/** Runs that were started in this tab. */
const started = new Set<string>();

export function isStartedHere({ id }: Pick<SyncRun, "id">): boolean {
  return started.has(id);
}

/** Starts the sync; its run then shows in the list of runs, which follows it to its end. */
export function useStartSync(provider: ConnectableProvider) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(provider.endpoints.sync, { query: { wait: 0 } }),
    onSuccess: ({ run }) => {
      started.add(run.id);
      client.setQueryData<ResponseOf<typeof syncRunList>>(integrationKeys.runs(), (before) => ({
        runs: [run, ...(before?.runs ?? []).filter((other) => other.id !== run.id)],
      }));
      return client.invalidateQueries({ queryKey: integrationKeys.runs() });
    },
    onError: (error) => {
      toast.error(couldNotSync(provider), withReason(error));
      // It may have expired, or been disconnected elsewhere.
      return client.invalidateQueries({ queryKey: integrationKeys.list() });
    },
  });
}

export function useCancelSync() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (run_id: string) => call("POST /sync-runs/cancel/", { body: { run_id } }),
    onError: (error) => toast.error("Couldn't stop the sync", withReason(error)),
    // Also after a refusal: the sync may have just ended.
    onSettled: () => client.invalidateQueries({ queryKey: integrationKeys.runs() }),
  });
}

/** "Stripe payouts", "QuickBooks payments". */
export function syncedRows({ name, role }: ConnectableProvider): string {
  return `${name} ${role === "ledger" ? "payments" : "payouts"}`;
}

export function couldNotSync(provider: ConnectableProvider): string {
  return `Could not sync ${syncedRows(provider)}. Please try again later.`;
}

/**
 * Starts a sync of everything that is connected. Their cards on Integrations show how far they are.
 * @param why what comes of it, for the user.
 */
export function useSyncAll(why?: string) {
  const client = useQueryClient();
  const company = useOwnCompany();
  return useMutation({
    mutationFn: () =>
      call("POST /companies/sync/", { body: { company_ids: company ? [company.id] : [] } }),
    onSuccess: ({ message, started }) => {
      if (started === 0) toast("Nothing to sync yet. Connect your accounts in Integrations.");
      else toast.success(message, why === undefined ? {} : { description: why });
    },
    onError: (error) => toast.error("Couldn't start the sync", { description: error.message }),
    onSettled: () => client.invalidateQueries({ queryKey: integrationKeys.runs() }),
  });
}
