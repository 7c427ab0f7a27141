import { ConfirmButton } from "@/components/feedback/confirm-button";
import { useDisconnect } from "@/components/integrations/connect-mutations";
import type { ProviderRole } from "@/lib/providers/descriptor";
import type { ConnectableProvider } from "@/lib/providers/list";

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
      disabled={disconnect.isPending}
      onConfirm={() => disconnect.mutate()}
    />
  );
}
