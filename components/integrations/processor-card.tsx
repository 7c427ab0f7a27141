"use client";

import { type ReactNode, useState } from "react";
import type { ProcessorId, ProviderView } from "@/components/integrations/catalog";
import { DisconnectButton } from "@/components/integrations/disconnect-button";
import { ProviderCard } from "@/components/integrations/provider-card";
import { isActive } from "@/components/integrations/runs";
import { useStartSync } from "@/components/integrations/sync-mutations";
import { SyncState } from "@/components/integrations/sync-state";
import { Button } from "@/components/ui/button";
import type { Integration, SyncRun } from "@/lib/contracts/integrations";

/** A processor that can be connected: its sync, its settings, its end. */
export function ProcessorCard({
  id,
  view,
  run,
  onConnect,
  settings,
}: {
  id: ProcessorId;
  view: ProviderView;
  run: SyncRun | null;
  onConnect: () => void;
  /** Its settings dialog. */
  settings: (connection: Integration, close: () => void) => ReactNode;
}) {
  const sync = useStartSync(id);
  const [open, setOpen] = useState(false);
  const { connection, status } = view;
  const disconnect = <DisconnectButton id={id} />;
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
              disabled={status === "connecting" || (run !== null && isActive(run))}
              loading={sync.isPending}
              onClick={() => sync.mutate()}
            >
              Sync Now
            </Button>
            {disconnect}
          </>
        }
      >
        <SyncState name={view.name} run={run} connection={connection} />
      </ProviderCard>
      {open && connection && settings(connection, () => setOpen(false))}
    </>
  );
}
