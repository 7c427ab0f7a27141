import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import { refreshBooks } from "@/components/books/refresh-books";
import {
  bankSettingsQuery,
  integrationKeys,
  syncRunsQuery,
} from "@/components/integrations/queries";
import { endedSince } from "@/components/integrations/runs";
import { couldNotSync, isStartedHere, syncedRows } from "@/components/integrations/sync-mutations";
import { useWatch } from "@/components/live/use-watch";
import { toast } from "@/components/ui/toast";
import type { SyncRun } from "@/lib/contracts/integrations";
import { isUnderWay } from "@/lib/contracts/values/runs";
import { providerOfWire } from "@/lib/providers/list";

/** The latest syncs; announces each that ends while the page is open. */
export function useSyncRuns(): SyncRun[] {
  const client = useQueryClient();
  const router = useRouter();
  const { data } = useQuery(syncRunsQuery);
  useWatch(data?.runs.some(isUnderWay) ?? false);
  const before = useRef<SyncRun[] | null>(null);

  useEffect(() => {
    if (!data) return;
    const ended = endedSince(before.current ?? data.runs, data.runs);
    before.current = data.runs;
    if (ended.length === 0) return;
    for (const run of ended) announce(run, () => router.push("/transactions"));
    void client.invalidateQueries({ queryKey: integrationKeys.list() });
    // A currency may have been paid out for the first time: open settings ask for its bank account.
    void client.invalidateQueries({ queryKey: bankSettingsQuery.queryKey });
    void refreshBooks(client);
  }, [data, client, router]);

  return data?.runs ?? [];
}

function announce(run: SyncRun, viewTransactions: () => void): void {
  const provider = providerOfWire(run.integration_type);
  // The ledger's payments come along with every sync of payouts: only one that was asked for is announced.
  if (provider.role === "ledger" && !isStartedHere(run)) return;
  const { name } = provider;
  if (run.state === "succeeded") {
    toast.success(`Successfully synced ${syncedRows(provider)}`, {
      description: run.message,
      action: { label: "View transactions", onClick: viewTransactions },
    });
  } else if (run.state === "failed") {
    toast.error(couldNotSync(provider), { description: run.message });
  } else {
    toast(`${name} sync stopped`, { description: "What was imported is kept." });
  }
}
