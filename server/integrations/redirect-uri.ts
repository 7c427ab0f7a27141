import { getEnv } from "@/server/env";

/** Where QuickBooks sends the browser back to; must be registered with Intuit to the letter. */
export function quickbooksRedirectUri(): string {
  return new URL("/quickbooks/callback", getEnv().APP_URL).toString();
}

/** Where Stripe sends the browser back to; must be registered with the Connect platform. */
export function stripeRedirectUri(): string {
  return new URL("/stripe/callback", getEnv().APP_URL).toString();
}
