import { CircleAlert } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import type { Deposit } from "@/lib/contracts/deposits";

/** Marks a payout whose money is no longer at the bank; its page explains what to do. */
export function PayoutBadge({
  deposit: { payout_issue, payout_status },
}: {
  deposit: Pick<Deposit, "payout_issue" | "payout_status">;
}) {
  if (payout_issue === "") return null;
  return (
    <Badge variant="destructive" title={payout_issue}>
      <CircleAlert aria-hidden="true" />
      <span aria-hidden="true">{wordOf(payout_status, payout_issue)}</span>
      <span className="sr-only">{payout_issue}</span>
    </Badge>
  );
}

/** A payout that was paid may have been reversed, or something else needs a look. */
function wordOf(status: Deposit["payout_status"], issue: string): string {
  return WORDS[status] ?? (issue.startsWith("Reversed ") ? "Reversed" : "Check");
}

const WORDS: Partial<Record<Deposit["payout_status"], string>> = {
  failed: "Returned",
  canceled: "Canceled",
};
