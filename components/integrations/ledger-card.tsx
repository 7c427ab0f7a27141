"use client";

import { useQuery } from "@tanstack/react-query";
import { MonthlyReadsNotice } from "@/components/deposit-parts/monthly-reads-notice";
import { XeroCallsLeft, XeroCallsNotice } from "@/components/deposit-parts/xero-calls-notice";
import type { ProviderView } from "@/components/integrations/catalog";
import { useConnectByRedirect } from "@/components/integrations/connect-mutations";
import { LedgerSettings } from "@/components/integrations/ledger-settings";
import { ProviderCard } from "@/components/integrations/provider-card";
import { integrationsQuery } from "@/components/integrations/queries";
import { SyncButton } from "@/components/integrations/sync-button";
import { SyncState } from "@/components/integrations/sync-state";
import { pollEvery } from "@/components/live/liveness";
import { Allowed } from "@/components/session/allowed";
import { isUnderWay } from "@/lib/constants/runs";
import type { SyncRun } from "@/lib/contracts/integrations";
import type { LedgerProvider } from "@/lib/providers/list";
import { useSettings } from "./queries";
import { DisconnectButton } from "./sync-button";

/** How often the pace of a sync is asked for. */
const PACE_POLL_MS = 5_000;

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
  const isSyncing = run !== null && isUnderWay(run);
  const { monthly_reads: reads, xero_calls: calls } =
    useQuery({
      ...integrationsQuery,
      refetchInterval: ({ state }) =>
        isSyncing && state.data?.xero_calls ? pollEvery(PACE_POLL_MS) : false,
    }).data ?? {};
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
        {connection && (
          <>
            <MonthlyReadsNotice reads={reads} className="rounded-md p-3" />
            <XeroCallsNotice calls={calls} className="rounded-md p-3" />
            <XeroCallsLeft calls={calls} />
          </>
        )}
      </ProviderCard>
      {settings.isOpen && connection && (
        <LedgerSettings provider={provider} connection={connection} onClose={settings.close} />
      )}
    </>
  );
}
