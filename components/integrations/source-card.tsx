"use client";

import type { ProviderView } from "@/components/integrations/catalog";
import { DisconnectButton } from "@/components/integrations/disconnect-button";
import { OtherAccount } from "@/components/integrations/other-account";
import { ProviderCard } from "@/components/integrations/provider-card";
import { SourceSettings } from "@/components/integrations/source-settings";
import { SyncButton } from "@/components/integrations/sync-button";
import { SyncState } from "@/components/integrations/sync-state";
import { useSettings } from "@/components/integrations/use-settings";
import { Allowed } from "@/components/session/allowed";
import { Button } from "@/components/ui/button";
import type { SyncRun } from "@/lib/contracts/integrations";
import type { SourceProvider } from "@/lib/providers/list";

/** A payment processor that can be connected: its sync, its settings, its end. */
export function SourceCard({
  provider,
  view,
  run,
  runs,
  onConnect,
}: {
  provider: SourceProvider;
  view: ProviderView;
  run: SyncRun | null;
  /** Of all accounts. */
  runs: readonly SyncRun[];
  onConnect: () => void;
}) {
  const settings = useSettings(provider.wire);
  const { connection, status } = view;
  const disconnect = (
    <Allowed to="admin">
      <DisconnectButton provider={provider} />
    </Allowed>
  );
  const several = "severalAccounts" in provider;
  return (
    <>
      <ProviderCard
        view={view}
        onConnect={onConnect}
        onSettings={settings.open}
        disconnect={disconnect}
        actions={
          <>
            <Allowed to="bookkeeper">
              <SyncButton {...{ provider, status, run }} />
            </Allowed>
            {disconnect}
            {several && (
              <Allowed to="admin">
                <Button variant="ghost" onClick={onConnect}>
                  Connect another account
                </Button>
              </Allowed>
            )}
          </>
        }
      >
        <SyncState name={provider.name} run={run} connection={connection} />
        {view.others.map((other) => (
          <OtherAccount key={other.id} {...{ provider, connection: other, runs }} />
        ))}
      </ProviderCard>
      {settings.isOpen && connection && (
        <SourceSettings provider={provider} connection={connection} onClose={settings.close} />
      )}
    </>
  );
}
