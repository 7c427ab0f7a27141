import { getEnv } from "@/server/platform/env";

const HOSTS = {
  production: "https://app.qbo.intuit.com",
  sandbox: "https://app.sandbox.qbo.intuit.com",
} as const;

/** The address of a Deposit in QuickBooks, for a user who is signed in to its company; "" when there is none. */
export function quickbooksAddress(quickbooksId: string | null): string {
  if (!quickbooksId) return "";
  const host = HOSTS[getEnv().QUICKBOOKS_ENVIRONMENT];
  return `${host}/app/deposit?${new URLSearchParams({ txnId: quickbooksId })}`;
}
