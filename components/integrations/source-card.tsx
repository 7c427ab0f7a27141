"use client";

import { useState } from "react";
import type { ProviderView } from "@/components/integrations/catalog";
import { DisconnectButton } from "@/components/integrations/disconnect-button";
import { ProviderCard } from "@/components/integrations/provider-card";
import { SourceSettings } from "@/components/integrations/source-settings";
import { useStartSync } from "@/components/integrations/sync-mutations";
import { SyncState } from "@/components/integrations/sync-state";
import { Button } from "@/components/ui/button";
import type { SyncRun } from "@/lib/contracts/integrations";
import { isUnderWay } from "@/lib/contracts/values/runs";
import type { SourceProvider } from "@/lib/providers/list";

/** A payment processor that can be connected: its sync, its settings, its end. */
export function SourceCard({
  provider,
  view,
  run,
  onConnect,
}: {
  provider: SourceProvider;
  view: ProviderView;
  run: SyncRun | null;
  onConnect: () => void;
}) {
  const sync = useStartSync(provider);
  const [open, setOpen] = useState(false);
  const { connection, status } = view;
  const disconnect = <DisconnectButton provider={provider} />;
  return (
    <>
      <ProviderCard
        view={view}
        onConnect={onConnect}
        onSettings={() => setOpen(true)}
        disconnect={disconnect}
        actions={
          <>
            <Button
              disabled={status === "connecting" || (run !== null && isUnderWay(run))}
              loading={sync.isPending}
              onClick={() => sync.mutate()}
            >
              Sync Now
            </Button>
            {disconnect}
          </>
        }
      >
        <SyncState name={provider.name} run={run} connection={connection} />
      </ProviderCard>
      {open && connection && (
        <SourceSettings
          provider={provider}
          connection={connection}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
