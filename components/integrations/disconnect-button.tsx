import { ConfirmButton } from "@/components/feedback/confirm-button";
import { useDisconnect } from "@/components/integrations/mutations";

/** What disconnecting leaves and what it stops. */
const CONSEQUENCES = {
  stripe: {
    name: "Stripe",
    text: "Payouts that were synced stay. New ones do not come in until you connect again.",
  },
  quickbook: {
    name: "QuickBooks",
    text: "Deposits that were posted stay in QuickBooks. Nothing is posted until you connect again.",
  },
} as const;

export function DisconnectButton({ id }: { id: keyof typeof CONSEQUENCES }) {
  const disconnect = useDisconnect(id);
  const { name, text } = CONSEQUENCES[id];
  return (
    <ConfirmButton
      label="Disconnect"
      title={`Disconnect from ${name}?`}
      text={text}
      disabled={disconnect.isPending}
      onConfirm={() => disconnect.mutate()}
    />
  );
}
