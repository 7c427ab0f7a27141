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
  /** Of Stripe Billing; absent where nothing is invoiced with it. */
  invoices?: InvoiceFacts[];
  invoicePayments?: Stripe.InvoicePayment[];
  /** Balance transaction id → automatic payout that contains it. */
  paidOutBy: Record<string, string>;
  oauthCodes: Record<string, OAuthCode>;
  /** An application is authorized by OAuth; only then do its key and `Stripe-Account` work. */
  connected: boolean;
  /** The application is no extension, of which Stripe takes no new ones: it can't ask for `read_only`. */
  standardPlatform?: boolean;
  /** The company's second account, made when it is first needed. */
  second?: StripeState;
  /** Permissions that the restricted key doesn't have; customers by default. */
  restrictedKeyLacks?: string[];
  /** It may read the account, which most may not. */
  restrictedKeyReadsAccount?: boolean;
}

/** The part of an invoice that an expanded invoice payment shows. */
export type InvoiceFacts = Pick<
  Stripe.Invoice,
  "id" | "object" | "number" | "created" | "currency" | "total" | "status"
>;

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
  /** Of another account of the same company. */
  otherAccount: "sk_test_sandbox71TrXoD4gBxMaq4E0pZv2",
  restricted: "rk_test_sandbox51PqWmB2eZvKYlo2C0kLm3",
  connected: "sk_test_sandbox51PqWmB2eZvKYlo2CoAuth",
} as const;

/** Signs the emulator's webhooks. */
export const STRIPE_WEBHOOK_SECRET = "whsec_sandboxN4qTz8LmVw2RbYc6KpXsHd9J";

export const STRIPE_CONNECT_CLIENT_ID = "ca_sandboxQx7mZr2LtB9eVhYw4KpNsDu1";

export const STRIPE_VERSION = "2026-10-28.endive";
