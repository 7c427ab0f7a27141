"use client";

import type { ProviderView } from "@/components/integrations/catalog";
import { useConnectByRedirect } from "@/components/integrations/connect-mutations";
import { DisconnectButton } from "@/components/integrations/disconnect-button";
import { LedgerSettings } from "@/components/integrations/ledger-settings";
import { ProviderCard } from "@/components/integrations/provider-card";
import { SyncButton } from "@/components/integrations/sync-button";
import { SyncState } from "@/components/integrations/sync-state";
import { useSettings } from "@/components/integrations/use-settings";
import type { SyncRun } from "@/lib/contracts/integrations";
import type { LedgerProvider } from "@/lib/providers/list";

/** Accounting software that can be connected: its sync, its settings, its end. */
export function LedgerCard({
  provider,
  view,
  run,
}: {
  provider: LedgerProvider;
  view: ProviderView;
  run: SyncRun | null;
}) {
  const connect = useConnectByRedirect(provider);
  const settings = useSettings(provider.wire);
  const { connection, status } = view;
  const disconnect = <DisconnectButton provider={provider} />;
  return (
    <>
      <ProviderCard
        view={view}
        onConnect={() => connect.mutate()}
        onSettings={settings.open}
        actions={
          <>
            <SyncButton {...{ provider, status, run }} />
            {disconnect}
          </>
        }
        disconnect={disconnect}
      >
        <SyncState name={provider.name} run={run} connection={connection} />
      </ProviderCard>
      {settings.isOpen && connection && (
        <LedgerSettings provider={provider} connection={connection} onClose={settings.close} />
      )}
    </>
  );
}
