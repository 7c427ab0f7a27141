import type { Deposit } from "@/generated/prisma/client";
import { toDecimal } from "@/lib/money";

type Troubled = Pick<
  Deposit,
  "payoutStatus" | "reversedBy" | "status" | "currency" | "bankCurrency" | "returnedAmount"
>;

/** Whether the processor paid it out in another currency, and nobody has said yet that it is booked. */
export function isConverted(
  deposit: Pick<Troubled, "payoutStatus" | "reversedBy" | "status" | "bankCurrency">,
): boolean {
  const isLost = deposit.payoutStatus === "failed" || deposit.payoutStatus === "canceled";
  const isOpen = deposit.status !== "posted" && !isLost && !deposit.reversedBy;
  return isOpen && deposit.bankCurrency !== null;
}

/** For the user: the problem with a payout and what to do; empty without one. */
export function payoutIssue(deposit: Troubled): string {
  const { payoutStatus, reversedBy, status, currency, bankCurrency, returnedAmount } = deposit;
  if (payoutStatus === "failed" || payoutStatus === "canceled") {
    const what =
      payoutStatus === "failed" ? "The bank returned this payout." : "This payout was canceled.";
    return status === "posted"
      ? `${what} It's posted in QuickBooks. Undo it so its payments can be deposited again.`
      : `${what} It won't be matched or posted.`;
  }
  if (reversedBy) return `Reversed by payout ${reversedBy}.`;
  if (isConverted(deposit)) {
    return `This payout is in ${currency}, but your bank account is in ${bankCurrency}. The bank's amount isn't known, so it isn't posted. Record it in QuickBooks with the amount on your bank statement, then mark it as booked elsewhere.`;
  }
  if (returnedAmount === null) return "";
  const sum = `${toDecimal(Number(returnedAmount), currency)} ${currency}`;
  return `Payments of ${sum} in this deposit were returned by the customer's bank after it was settled. The bank debits them separately: record that debit in QuickBooks, and reopen the customer's invoice.`;
}
