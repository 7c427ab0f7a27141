import type Stripe from "stripe";

/** Everything that the Stripe stand-in knows, in the shapes of the wire, oldest first. */
export interface StripeState {
  account: Stripe.Account;
  bankAccounts: Stripe.BankAccount[];
  customers: Stripe.Customer[];
  charges: Stripe.Charge[];
  refunds: Stripe.Refund[];
  disputes: Stripe.Dispute[];
  balanceTransactions: Stripe.BalanceTransaction[];
  payouts: Stripe.Payout[];
  /** Balance transaction id → automatic payout that carried it to the bank. */
  paidOutBy: Record<string, string>;
  oauthCodes: Record<string, OAuthCode>;
  /** An application was let in by OAuth; only then do its key and `Stripe-Account` work. */
  connected: boolean;
  /** What the restricted key may not do; customers unless told otherwise. */
  restrictedKeyLacks?: string[];
}

interface OAuthCode {
  scope: string;
  used: boolean;
}

/**
 * The keys that open the account. The restricted key may read all but customers unless a test says
 * otherwise, so that a missing permission can be met; `connected` is what OAuth hands out.
 */
export const STRIPE_KEYS = {
  secret: "sk_test_sandbox51PqWmB2eZvKYlo2C8rXn4",
  secondSecret: "sk_test_sandbox51PqWmB2eZvKYlo2C9tYp7",
  restricted: "rk_test_sandbox51PqWmB2eZvKYlo2C0kLm3",
  connected: "sk_test_sandbox51PqWmB2eZvKYlo2CoAuth",
} as const;

/** Signs the webhooks of the stand-in. */
export const STRIPE_WEBHOOK_SECRET = "whsec_sandboxN4qTz8LmVw2RbYc6KpXsHd9J";

export const STRIPE_CONNECT_CLIENT_ID = "ca_sandboxQx7mZr2LtB9eVhYw4KpNsDu1";

export const STRIPE_VERSION = "2026-10-28.endive";
