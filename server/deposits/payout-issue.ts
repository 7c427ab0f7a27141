import type { Deposit } from "@/generated/prisma/client";

/** For the user: the problem with a payout and what to do; empty without one. */
export function payoutIssue({
  payoutStatus,
  reversedBy,
  status,
}: Pick<Deposit, "payoutStatus" | "reversedBy" | "status">): string {
  if (payoutStatus === "failed" || payoutStatus === "canceled") {
    const what =
      payoutStatus === "failed" ? "The bank returned this payout." : "This payout was canceled.";
    return status === "posted"
      ? `${what} It's posted in QuickBooks. Undo it so its payments can be deposited again.`
      : `${what} It won't be matched or posted.`;
  }
  return reversedBy ? `Reversed by payout ${reversedBy}.` : "";
}
