import { CircleCheck } from "lucide-react";
import { OpenReasonLine } from "@/components/books/open-reason-line";
import type { DepositDetail } from "@/lib/contracts/deposits";

/** In a sentence: what is left to do, or that nothing is. */
export function WhatIsLeft({ detail: { deposit, reasons } }: { detail: DepositDetail }) {
  const [reason] = reasons;
  if (reason) {
    // What the posting and the payout lack has a notice of its own.
    if (reason.code.startsWith("posting_") || reason.code === "payout_returned") return null;
    // The lines below offer every other action; only Check again is missing there.
    const action = reason.action === "check_again" ? reason.action : null;
    return (
      <OpenReasonLine reason={{ ...reason, action }} deposit={deposit} className="font-medium" />
    );
  }
  if (deposit.status !== "posted") return null;
  return (
    <p className="flex items-center gap-2 text-sm font-medium">
      <CircleCheck aria-hidden="true" className="size-4 shrink-0 text-success" />
      Posted to QuickBooks. Nothing is left to do.
    </p>
  );
}
