import { guidIn } from "@/lib/guid";
import type { Ledger } from "@/server/providers/ledger";
import type { QuickBooksConfig } from "./config";

const HOSTS = {
  production: "https://app.qbo.intuit.com",
  sandbox: "https://app.sandbox.qbo.intuit.com",
} as const;

const PAGES: Record<Parameters<Ledger["addressOf"]>[1], string> = {
  Deposit: "deposit",
  Payment: "recvpayment",
  SalesReceipt: "salesreceipt",
  RefundReceipt: "refundreceipt",
  JournalEntry: "journal",
  Transfer: "transfer",
};

/** The pages of transactions in QuickBooks, of the company that the user is signed in to. */
export function createAddresses({
  environment,
}: Pick<QuickBooksConfig, "environment">): Pick<Ledger, "addressOf"> {
  return {
    addressOf(id, kind) {
      // It is in other books, which the company had before or has now.
      if (guidIn(id)) return "";
      // A line of a journal entry has the entry's page.
      const [txnId = ""] = id.split(":");
      return `${HOSTS[environment]}/app/${PAGES[kind]}?${new URLSearchParams({ txnId })}`;
    },
  };
}
