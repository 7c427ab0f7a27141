import { ConfirmButton } from "@/components/feedback/confirm-button";
import type { ProviderView } from "@/components/integrations/catalog";
import { Button } from "@/components/ui/button";
import { isUnderWay } from "@/lib/constants/runs";
import type { SyncRun } from "@/lib/contracts/integrations";
import type { ProviderRole } from "@/lib/providers/descriptor";
import type { ConnectableProvider } from "@/lib/providers/list";
import { useDisconnect } from "./connect-mutations";
import { useStartSync } from "./queries";

/** Rests while a sync of the provider is under way. */
export function SyncButton({
  provider,
  status,
  run,
  isPaused = false,
}: {
  provider: ConnectableProvider;
  status: ProviderView["status"];
  run: SyncRun | null;
  /** The provider answers no reads for now; a notice next to the button says so. */
  isPaused?: boolean;
}) {
  const sync = useStartSync(provider);
  return (
    <Button
      variant="outline"
      disabled={isPaused || status === "connecting" || (run !== null && isUnderWay(run))}
      loading={sync.isPending}
      onClick={() => sync.mutate()}
    >
      Sync Now
    </Button>
  );
}

/** What disconnecting ends and what it leaves. */
const CONSEQUENCES: Record<ProviderRole, (name: string) => string> = {
  source: () =>
    "We'll remove our access. Imported payouts and matches stay. Nothing new is imported until you reconnect.",
  ledger: (name) =>
    `We'll remove our access. Posted deposits stay in ${name}. Nothing is imported or posted until you reconnect.`,
};

export function DisconnectButton({ provider }: { provider: ConnectableProvider }) {
  const disconnect = useDisconnect(provider);
  return (
    <ConfirmButton
      label="Disconnect"
      title={`Disconnect from ${provider.name}?`}
      text={CONSEQUENCES[provider.role](provider.name)}
      destructive
      disabled={disconnect.isPending}
      onConfirm={() => disconnect.mutate()}
    />
  );
}
