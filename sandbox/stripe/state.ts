import type Stripe from "stripe";

/** State of the Stripe emulator, in wire format, oldest first. */
export interface StripeState {
  account: Stripe.Account;
  bankAccounts: Stripe.BankAccount[];
  customers: Stripe.Customer[];
  charges: Stripe.Charge[];
  refunds: Stripe.Refund[];
  disputes: Stripe.Dispute[];
  balanceTransactions: Stripe.BalanceTransaction[];
  payouts: Stripe.Payout[];
  /** Balance transaction id → automatic payout that contains it. */
  paidOutBy: Record<string, string>;
  oauthCodes: Record<string, OAuthCode>;
  /** An application is authorized by OAuth; only then do its key and `Stripe-Account` work. */
  connected: boolean;
  /** Permissions that the restricted key lacks; customers by default. */
  restrictedKeyLacks?: string[];
}

interface OAuthCode {
  scope: string;
  used: boolean;
}

/**
 * The account's keys. The restricted key may read everything but customers by default, so that a missing
 * permission can be tested. OAuth returns `connected`.
 */
export const STRIPE_KEYS = {
  secret: "sk_test_sandbox51PqWmB2eZvKYlo2C8rXn4",
  secondSecret: "sk_test_sandbox51PqWmB2eZvKYlo2C9tYp7",
  restricted: "rk_test_sandbox51PqWmB2eZvKYlo2C0kLm3",
  connected: "sk_test_sandbox51PqWmB2eZvKYlo2CoAuth",
} as const;

/** Signs the emulator's webhooks. */
export const STRIPE_WEBHOOK_SECRET = "whsec_sandboxN4qTz8LmVw2RbYc6KpXsHd9J";

export const STRIPE_CONNECT_CLIENT_ID = "ca_sandboxQx7mZr2LtB9eVhYw4KpNsDu1";

export const STRIPE_VERSION = "2026-10-28.endive";
