import { useMutation, useQueryClient } from "@tanstack/react-query";
import { integrationKeys } from "@/components/integrations/queries";
import { withReason } from "@/components/integrations/reason";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";
import type { ResponseOf } from "@/lib/contracts/endpoint";
import type { SyncRun, syncRunList } from "@/lib/contracts/integrations";
import type { ConnectableProvider } from "@/lib/providers/list";

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
