import type { LedgerPaymentKind } from "@/lib/contracts/values/payments";
import { getEnv } from "@/server/platform/env";

const HOSTS = {
  production: "https://app.qbo.intuit.com",
  sandbox: "https://app.sandbox.qbo.intuit.com",
} as const;

/** The pages of transactions in QuickBooks. */
const PAGES = {
  Deposit: "deposit",
  Payment: "recvpayment",
  SalesReceipt: "salesreceipt",
  RefundReceipt: "refundreceipt",
} as const satisfies Record<LedgerPaymentKind | "Deposit", string>;

/**
 * The address of a transaction in QuickBooks, by default of a Deposit, for a user who is signed in to its company;
 * "" when there is none.
 */
export function quickbooksAddress(
  quickbooksId: string | null,
  kind: keyof typeof PAGES = "Deposit",
): string {
  if (!quickbooksId) return "";
  const host = HOSTS[getEnv().QUICKBOOKS_ENVIRONMENT];
  return `${host}/app/${PAGES[kind]}?${new URLSearchParams({ txnId: quickbooksId })}`;
}
