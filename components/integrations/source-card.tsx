"use client";

import { useState } from "react";
import type { ProviderView } from "@/components/integrations/catalog";
import { DisconnectButton } from "@/components/integrations/disconnect-button";
import { ProviderCard } from "@/components/integrations/provider-card";
import { SourceSettings } from "@/components/integrations/source-settings";
import { SyncButton } from "@/components/integrations/sync-button";
import { SyncState } from "@/components/integrations/sync-state";
import type { SyncRun } from "@/lib/contracts/integrations";
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
            <SyncButton {...{ provider, status, run }} />
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
