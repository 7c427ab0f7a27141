"use client";

import type { ProviderView } from "@/components/integrations/catalog";
import { DisconnectButton } from "@/components/integrations/disconnect-button";
import { ProviderCard } from "@/components/integrations/provider-card";
import { SourceSettings } from "@/components/integrations/source-settings";
import { SyncButton } from "@/components/integrations/sync-button";
import { SyncState } from "@/components/integrations/sync-state";
import { useSettings } from "@/components/integrations/use-settings";
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
  const settings = useSettings(provider.wire);
  const { connection, status } = view;
  const disconnect = <DisconnectButton provider={provider} />;
  return (
    <>
      <ProviderCard
        view={view}
        onConnect={onConnect}
        onSettings={settings.open}
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
      {settings.isOpen && connection && (
        <SourceSettings provider={provider} connection={connection} onClose={settings.close} />
      )}
    </>
  );
}
