import { CircleAlert } from "lucide-react";
import type { DepositDetail } from "@/lib/contracts/deposits";

/** What is wrong with the payout itself: the bank sent it back, or the books know no such currency. */
export function PayoutNotice({ detail }: { detail: DepositDetail }) {
  const text = noticeText(detail);
  if (text === "") return null;
  return (
    <div role="status" className="flex gap-3 rounded-lg border bg-card p-4 text-sm">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-destructive" />
      <p className="font-medium">{text}</p>
    </div>
  );
}

function noticeText({ deposit, currency_differs }: DepositDetail): string {
  if (deposit.payout_issue !== "") return deposit.payout_issue;
  if (!currency_differs) return "";
  return `This payout is in ${deposit.currency}, but QuickBooks has no open payments in ${deposit.currency}. We don't match across currencies.`;
}
