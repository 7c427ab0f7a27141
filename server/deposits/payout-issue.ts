import type { Deposit } from "@/generated/prisma/client";

/** What is wrong with a payout, and what to do, for people; empty when nothing is. */
export function payoutIssue({
  payoutStatus,
  reversedBy,
  status,
}: Pick<Deposit, "payoutStatus" | "reversedBy" | "status">): string {
  if (payoutStatus === "failed" || payoutStatus === "canceled") {
    const what =
      payoutStatus === "failed" ? "The bank sent this payout back." : "This payout was canceled.";
    return status === "posted"
      ? `${what} It is posted in QuickBooks: undo it, so that its payments can be deposited again.`
      : `${what} It is not matched and not posted.`;
  }
  return reversedBy ? `This payout was taken back from the bank by payout ${reversedBy}.` : "";
}
