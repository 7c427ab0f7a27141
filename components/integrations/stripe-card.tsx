"use client";

import { useState } from "react";
import type { ProviderView } from "@/components/integrations/catalog";
import { DisconnectButton } from "@/components/integrations/disconnect-button";
import { useSyncStripe } from "@/components/integrations/mutations";
import { ProviderCard } from "@/components/integrations/provider-card";
import { isActive } from "@/components/integrations/runs";
import { StripeSettings } from "@/components/integrations/stripe-settings";
import { SyncState } from "@/components/integrations/sync-state";
import { Button } from "@/components/ui/button";
import type { SyncRun } from "@/lib/contracts/integrations";

export function StripeCard({
  view,
  run,
  onConnect,
}: {
  view: ProviderView;
  run: SyncRun | null;
  onConnect: () => void;
}) {
  const sync = useSyncStripe();
  const [settings, setSettings] = useState(false);
  const { connection } = view;
  return (
    <>
      <ProviderCard
        view={view}
        onConnect={onConnect}
        onSettings={() => setSettings(true)}
        actions={
          <>
            <Button
              disabled={run !== null && isActive(run)}
              loading={sync.isPending}
              onClick={() => sync.mutate()}
            >
              Sync Now
            </Button>
            <DisconnectButton id="stripe" />
          </>
        }
      >
        <SyncState name={view.name} run={run} lastSyncedAt={connection?.last_synced_at ?? null} />
      </ProviderCard>
      {settings && connection && (
        <StripeSettings connection={connection} onClose={() => setSettings(false)} />
      )}
    </>
  );
}
