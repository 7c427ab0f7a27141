"use client";

import { useQuery } from "@tanstack/react-query";
import { MonthlyReadsNotice } from "@/components/deposit-parts/monthly-reads-notice";
import type { ProviderView } from "@/components/integrations/catalog";
import { useConnectByRedirect } from "@/components/integrations/connect-mutations";
import { LedgerSettings } from "@/components/integrations/ledger-settings";
import { ProviderCard } from "@/components/integrations/provider-card";
import { integrationsQuery } from "@/components/integrations/queries";
import { SyncButton } from "@/components/integrations/sync-button";
import { SyncState } from "@/components/integrations/sync-state";
import { Allowed } from "@/components/session/allowed";
import type { SyncRun } from "@/lib/contracts/integrations";
import type { LedgerProvider } from "@/lib/providers/list";
import { useSettings } from "./queries";
import { DisconnectButton } from "./sync-button";

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
  const reads = useQuery(integrationsQuery).data?.monthly_reads;
  const { connection, status } = view;
  const disconnect = (
    <Allowed to="admin">
      <DisconnectButton provider={provider} />
    </Allowed>
  );
  return (
    <>
      <ProviderCard
        view={view}
        onConnect={() => connect.mutate()}
        onSettings={settings.open}
        actions={
          <>
            <Allowed to="bookkeeper">
              <SyncButton {...{ provider, status, run }} isPaused={reads?.is_used_up ?? false} />
            </Allowed>
            {disconnect}
          </>
        }
        disconnect={disconnect}
      >
        <SyncState name={provider.name} run={run} connection={connection} />
        <MonthlyReadsNotice reads={reads} className="rounded-md p-3" />
      </ProviderCard>
      {settings.isOpen && connection && (
        <LedgerSettings provider={provider} connection={connection} onClose={settings.close} />
      )}
    </>
  );
}
