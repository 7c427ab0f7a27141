"use client";

import { useState } from "react";
import type { ProviderView } from "@/components/integrations/catalog";
import { DisconnectButton } from "@/components/integrations/disconnect-button";
import { useConnectQuickbooks } from "@/components/integrations/mutations";
import { ProviderCard } from "@/components/integrations/provider-card";
import { QuickbooksSettings } from "@/components/integrations/quickbooks-settings";
import { SyncState } from "@/components/integrations/sync-state";
import type { SyncRun } from "@/lib/contracts/integrations";

export function QuickbooksCard({ view, run }: { view: ProviderView; run: SyncRun | null }) {
  const connect = useConnectQuickbooks();
  const [settings, setSettings] = useState(false);
  const { connection } = view;
  return (
    <>
      <ProviderCard
        view={view}
        onConnect={() => connect.mutate()}
        onSettings={() => setSettings(true)}
        actions={<DisconnectButton id="quickbook" />}
      >
        <SyncState name={view.name} run={run} lastSyncedAt={connection?.last_synced_at ?? null} />
      </ProviderCard>
      {settings && connection && (
        <QuickbooksSettings connection={connection} onClose={() => setSettings(false)} />
      )}
    </>
  );
}
