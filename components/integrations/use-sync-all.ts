import { useMutation, useQueryClient } from "@tanstack/react-query";
import { integrationKeys, integrationsQuery } from "@/components/integrations/queries";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";
import { counted } from "@/lib/counted";
import { connectableProviders } from "@/lib/providers/list";

/** Starts a sync of everything that is connected. Their cards on Integrations show how far they are. */
export function useSyncAll() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const { integrations } = await client.fetchQuery(integrationsQuery);
      const live = new Set(
        integrations.flatMap((each) => (each.status === "connected" ? each.integration_type : [])),
      );
      const providers = connectableProviders().filter(({ wire }) => live.has(wire));
      await Promise.all(
        providers.map(({ endpoints }) => call(endpoints.sync, { query: { wait: 0 } })),
      );
      return providers.length;
    },
    onSuccess: (started) => {
      if (started === 0) toast("Nothing to sync yet. Connect your accounts in Integrations.");
      else toast.success(`Sync of ${counted(started, "connection")} started`);
    },
    onError: (error) => toast.error("Couldn't start the sync", { description: error.message }),
    onSettled: () => client.invalidateQueries({ queryKey: integrationKeys.runs() }),
  });
}
