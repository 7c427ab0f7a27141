import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import { refreshBooks } from "@/components/deposits/books";
import { PROVIDER_NAMES } from "@/components/integrations/catalog";
import { integrationKeys, syncRunsQuery } from "@/components/integrations/queries";
import { endedSince, isActive } from "@/components/integrations/runs";
import { couldNotSync } from "@/components/integrations/sync-mutations";
import { useWatch } from "@/components/live/use-watch";
import { toast } from "@/components/ui/toast";
import type { SyncRun } from "@/lib/contracts/integrations";

/** The latest syncs; says when one that was seen running has ended. */
export function useSyncRuns(): SyncRun[] {
  const client = useQueryClient();
  const router = useRouter();
  const { data } = useQuery(syncRunsQuery);
  useWatch(data?.runs.some(isActive) ?? false);
  const active = useRef<ReadonlySet<string>>(new Set());

  useEffect(() => {
    if (!data) return;
    const ended = endedSince(active.current, data.runs);
    active.current = new Set(data.runs.filter(isActive).map(({ id }) => id));
    if (ended.length === 0) return;
    for (const run of ended) announce(run, () => router.push("/transactions"));
    void client.invalidateQueries({ queryKey: integrationKeys.list() });
    void refreshBooks(client);
  }, [data, client, router]);

  return data?.runs ?? [];
}

function announce(run: SyncRun, viewTransactions: () => void): void {
  // QuickBooks' payments come along with every sync of payouts; they make no noise of their own.
  if (run.integration_type === "quickbook") return;
  const name = PROVIDER_NAMES[run.integration_type];
  if (run.state === "succeeded") {
    toast.success(`Successfully synced ${name} payouts`, {
      description: run.message,
      action: { label: "View Transactions", onClick: viewTransactions },
    });
  } else if (run.state === "failed") {
    toast.error(couldNotSync(run.integration_type), { description: run.message });
  } else {
    toast(`Sync of ${name} stopped`, { description: "What it fetched stays." });
  }
}
