import { ConfirmButton } from "@/components/feedback/confirm-button";
import { type ConnectableId, PROVIDER_NAMES } from "@/components/integrations/catalog";
import { useDisconnect } from "@/components/integrations/connect-mutations";

const PAYOUTS_STAY =
  "Our access is deleted. Payouts that were synced stay, and so do their matches. New ones do not come in until you connect again.";

/** What disconnecting ends and what it leaves. */
const CONSEQUENCES: Record<ConnectableId, string> = {
  stripe: PAYOUTS_STAY,
  authorize: PAYOUTS_STAY,
  quickbook:
    "Our access is withdrawn. Deposits that were posted stay in QuickBooks. Payments are not read and nothing is posted until you connect again.",
};

export function DisconnectButton({ id }: { id: ConnectableId }) {
  const disconnect = useDisconnect(id);
  return (
    <ConfirmButton
      label="Disconnect"
      title={`Disconnect from ${PROVIDER_NAMES[id]}?`}
      text={CONSEQUENCES[id]}
      disabled={disconnect.isPending}
      onConfirm={() => disconnect.mutate()}
    />
  );
}
