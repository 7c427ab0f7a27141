import { useMutation, useQueryClient } from "@tanstack/react-query";
import { PROVIDER_NAMES, type ProcessorId } from "@/components/integrations/catalog";
import { integrationKeys } from "@/components/integrations/queries";
import { withReason } from "@/components/integrations/reason";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";
import type { ResponseOf } from "@/lib/contracts/endpoint";
import type { syncRunList } from "@/lib/contracts/integrations";

const SYNCS = {
  stripe: "POST /stripe/save-payouts/",
  authorize: "GET /authorize/sync-payouts/",
} as const;

/** Starts the sync; its run then shows in the list of runs, which follows it to its end. */
export function useStartSync(id: ProcessorId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(SYNCS[id], { query: { wait: 0 } }),
    onSuccess: ({ run }) => {
      client.setQueryData<ResponseOf<typeof syncRunList>>(integrationKeys.runs(), (before) => ({
        runs: [run, ...(before?.runs ?? []).filter((other) => other.id !== run.id)],
      }));
      return client.invalidateQueries({ queryKey: integrationKeys.runs() });
    },
    onError: (error) => {
      toast.error(couldNotSync(id), withReason(error));
      // It may have expired, or been disconnected elsewhere.
      return client.invalidateQueries({ queryKey: integrationKeys.list() });
    },
  });
}

export function useCancelSync() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (run_id: string) => call("POST /sync-runs/cancel/", { body: { run_id } }),
    onError: (error) => toast.error("The sync could not be stopped", withReason(error)),
    // Also after a refusal: it may have ended meanwhile.
    onSettled: () => client.invalidateQueries({ queryKey: integrationKeys.runs() }),
  });
}

export function couldNotSync(id: ProcessorId): string {
  return `Could not sync ${PROVIDER_NAMES[id]} payouts. Please try again later.`;
}
