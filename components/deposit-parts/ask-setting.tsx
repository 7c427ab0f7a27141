import { useState } from "react";
import { Button } from "@/components/ui/button";
import { useOnDemand } from "@/components/ui/use-on-demand";

const loadMatchFrom = () => import("@/components/deposit-parts/match-from-account-dialog");
const loadNegative = () => import("@/components/deposit-parts/negative-payout-account-dialog");

/** The one setting that deposits wait for: the day of an account whose payments are matched, or the account for negative payouts. */
export type AskedSetting = { account: string } | "negative_account";

/** A button that asks for one setting in a dialog, where the user is. */
export function AskSetting({
  asks,
  label,
  onSaved,
  marks,
  ...button
}: {
  asks: AskedSetting;
  label: string;
  onSaved?: () => void;
  variant?: "default" | "outline" | "ghost" | "link";
  className?: string;
  /** Attributes by which keys find the button. */
  marks?: Record<string, string>;
}) {
  const [isOpen, setOpen] = useState(false);
  const matchFrom = useOnDemand(loadMatchFrom);
  const negative = useOnDemand(loadNegative);
  const { show, preload } = asks === "negative_account" ? negative : matchFrom;
  const onClose = () => setOpen(false);
  const dialog = {
    onClose,
    onSaved: () => {
      onClose();
      onSaved?.();
    },
  };
  return (
    <>
      <Button
        size="sm"
        {...button}
        {...marks}
        {...preload}
        onClick={() => {
          setOpen(true);
          show();
        }}
      >
        {label}
      </Button>
      {isOpen && asks === "negative_account" && negative.Part && <negative.Part {...dialog} />}
      {isOpen && asks !== "negative_account" && matchFrom.Part && (
        <matchFrom.Part account={asks.account} {...dialog} />
      )}
    </>
  );
}
