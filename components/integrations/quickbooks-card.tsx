"use client";

import { useState } from "react";
import type { ProviderView } from "@/components/integrations/catalog";
import { useConnectByRedirect } from "@/components/integrations/connect-mutations";
import { DisconnectButton } from "@/components/integrations/disconnect-button";
import { ProviderCard } from "@/components/integrations/provider-card";
import { QuickbooksSettings } from "@/components/integrations/quickbooks-settings";
import { SyncState } from "@/components/integrations/sync-state";
import type { SyncRun } from "@/lib/contracts/integrations";

export function QuickbooksCard({ view, run }: { view: ProviderView; run: SyncRun | null }) {
  const connect = useConnectByRedirect("quickbook");
  const [settings, setSettings] = useState(false);
  const { connection } = view;
  const disconnect = <DisconnectButton id="quickbook" />;
  return (
    <>
      <ProviderCard
        view={view}
        onConnect={() => connect.mutate()}
        onSettings={() => setSettings(true)}
        actions={disconnect}
        disconnect={disconnect}
      >
        <SyncState name={view.name} run={run} connection={connection} />
      </ProviderCard>
      {settings && connection && (
        <QuickbooksSettings connection={connection} onClose={() => setSettings(false)} />
      )}
    </>
  );
}
