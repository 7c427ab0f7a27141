import type { LedgerPaymentKind } from "@/lib/constants/payments";
import { getEnv } from "@/server/platform/env";
import { numberShown } from "./number-shown";

const HOSTS = {
  production: "https://app.qbo.intuit.com",
  sandbox: "https://app.sandbox.qbo.intuit.com",
} as const;

const PAGES: Record<LedgerPaymentKind | "Deposit", string> = {
  Deposit: "deposit",
  Payment: "recvpayment",
  SalesReceipt: "salesreceipt",
  RefundReceipt: "refundreceipt",
  JournalEntry: "journal",
  Transfer: "transfer",
};

/**
 * The address of a Deposit, payment or receipt in QuickBooks, for a user who is signed in to its company; "" when
 * there is none, as for what is in other books.
 */
export function quickbooksAddress(
  quickbooksId: string | null,
  kind: LedgerPaymentKind | "Deposit" = "Deposit",
): string {
  if (!quickbooksId || numberShown("", quickbooksId) === "") return "";
  // A line of a journal entry has the entry's page.
  const [txnId = ""] = quickbooksId.split(":");
  const host = HOSTS[getEnv().QUICKBOOKS_ENVIRONMENT];
  return `${host}/app/${PAGES[kind]}?${new URLSearchParams({ txnId })}`;
}
