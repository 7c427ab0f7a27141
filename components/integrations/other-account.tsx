import { ConfirmButton } from "@/components/feedback/confirm-button";
import { useDisconnectConnection } from "@/components/integrations/connect-mutations";
import { PostsFrom } from "@/components/integrations/posts-from";
import { latestRun } from "@/components/integrations/runs";
import { SyncState } from "@/components/integrations/sync-state";
import { Allowed } from "@/components/session/allowed";
import type { Integration, SyncRun } from "@/lib/contracts/integrations";
import type { SourceProvider } from "@/lib/providers/list";

/** One more account at a provider: whose it is, its sync, its end. The settings are those of the first. */
export function OtherAccount({
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
      <SyncState name={name} run={latestRun(runs, provider.wire, id)} connection={connection} />
    </section>
  );
}
