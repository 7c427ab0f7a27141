"use client";

import { ConfirmButton } from "@/components/feedback/confirm-button";
import type { ProviderView } from "@/components/integrations/catalog";
import { ProviderCard } from "@/components/integrations/provider-card";
import { SourceSettings } from "@/components/integrations/source-settings";
import { SyncButton } from "@/components/integrations/sync-button";
import { SyncState } from "@/components/integrations/sync-state";
import { Allowed } from "@/components/session/allowed";
import { Button } from "@/components/ui/button";
import type { Integration, SyncRun } from "@/lib/contracts/integrations";
import type { SourceProvider } from "@/lib/providers/list";
import { useDisconnectConnection } from "./connect-mutations";
import { PostsFrom } from "./posts-from";
import { useSettings } from "./queries";
import { latestRun } from "./runs";
import { SharedNotice } from "./shared-notice";
import { DisconnectButton } from "./sync-button";

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

/** One more account at a provider: whose it is, its sync, its end. The settings are those of the first. */
function OtherAccount({
  provider,
  connection,
  runs,
}: {
  provider: SourceProvider;
  connection: Integration;
  runs: readonly SyncRun[];
}) {
  const disconnect = useDisconnectConnection(provider, connection);
  const { id, display_name: name, livemode, status } = connection;
  return (
    <section aria-label={name} className="grid gap-1 border-t pt-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="min-w-0 truncate text-caption font-medium">
          {name}
          {!livemode && " (test)"}
        </p>
        <Allowed to="admin">
          <ConfirmButton
            label="Disconnect"
            title={`Disconnect ${name}?`}
            text="We'll remove our access. Imported payouts and matches stay. Nothing new is imported until you reconnect."
            destructive
            disabled={disconnect.isPending}
            onConfirm={() => disconnect.mutate()}
          />
        </Allowed>
      </div>
      {status === "expired" && (
        <p className="text-caption text-destructive">
          This connection has expired. Connect the account again to continue; nothing is lost.
        </p>
      )}
      <PostsFrom connection={connection} />
      <SharedNotice connection={connection} />
      <SyncState name={name} run={latestRun(runs, provider.wire, id)} connection={connection} />
    </section>
  );
}
