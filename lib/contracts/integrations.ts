import { accountId, messageResponse, text } from "@/lib/contracts/common";
import { defineEndpoint } from "@/lib/contracts/endpoint";
import * as z from "@/lib/zod";

/** Spelt as the documented clients read it. */
export const integrationType = z.enum(["stripe", "quickbook", "authorize"]);

export const integration = z.object({
  integration_type: integrationType,
  status: z.enum(["connected", "expired"]),
  display_name: z.string(),
  livemode: z.boolean(),
  last_synced_at: z.string().nullable(),
  /** quickbook: default_bank, default_bank_name, clearing_account, clearing_account_name. stripe, authorize: id, Name of the expense category. */
  meta_data: z.record(z.string(), z.string()),
  authorized_account: z.object({ login_id: z.string() }),
});
export type Integration = z.infer<typeof integration>;

export const integrationList = defineEndpoint({
  method: "GET",
  path: "/user/integrations/",
  summary: "The connected providers",
  access: "session",
  response: z.object({ integrations: z.array(integration) }),
});

const secret = z
  .string()
  .trim()
  .min(1)
  .max(500)
  .regex(/^[\x21-\x7e]+$/, "Contains characters that a key can't have");

/** The form that connects Stripe by a key. */
export const stripeKey = z.object({ secret_key: secret });

export const stripeConnect = defineEndpoint({
  method: "POST",
  path: "/stripe/connect/",
  summary: "Connect Stripe by a secret or restricted key",
  access: "session",
  body: stripeKey,
  response: messageResponse,
});

export const stripeConnectStart = defineEndpoint({
  method: "GET",
  path: "/stripe/connect/",
  summary: "Where to send the browser to connect Stripe by Stripe Connect, where that is set up",
  access: "session",
  response: z.object({ authorization_url: z.url() }),
});

export const stripeCallback = defineEndpoint({
  method: "POST",
  path: "/stripe/callback/",
  summary: "Complete the Stripe connection",
  access: "session",
  body: z.object({ code: text(2048).min(1), state: text(512).min(1) }),
  response: messageResponse,
});

/** `transcation_key` is spelt as the documented clients send it. */
export const authorizeKeys = z.object({ login_id: secret, transcation_key: secret });

export const authorizeConnect = defineEndpoint({
  method: "POST",
  path: "/authorize/connect/",
  summary: "Connect Authorize.Net by its API login id and transaction key",
  access: "session",
  body: authorizeKeys,
  response: messageResponse,
});

export const quickbooksConnect = defineEndpoint({
  method: "GET",
  path: "/qb/connect/",
  summary: "Where to send the browser to connect QuickBooks",
  access: "session",
  response: z.object({ authorization_url: z.url() }),
});

export const quickbooksCallback = defineEndpoint({
  method: "POST",
  path: "/qb/callback/",
  summary: "Complete the QuickBooks connection",
  access: "session",
  body: z.object({
    code: text(2048).min(1),
    realmId: text(64).min(1),
    state: text(512).min(1),
  }),
  response: messageResponse,
});

export const stripeDisconnect = defineEndpoint({
  method: "POST",
  path: "/stripe/disconnect-stripe/",
  summary: "Disconnect Stripe; what was synced stays",
  access: "session",
  response: messageResponse,
});

export const quickbooksDisconnect = defineEndpoint({
  method: "POST",
  path: "/qb/disconnect-quickbook/",
  summary: "Disconnect QuickBooks and revoke its tokens; what was synced stays",
  access: "session",
  response: messageResponse,
});

export const authorizeDisconnect = defineEndpoint({
  method: "POST",
  path: "/authorize/disconnect/",
  summary: "Disconnect Authorize.Net; what was synced stays",
  access: "session",
  response: messageResponse,
});

const account = z.object({ Id: z.string(), Name: z.string() });

export const bankList = defineEndpoint({
  method: "GET",
  path: "/qb/bank-account/",
  summary: "Bank accounts of the connected QuickBooks company",
  access: "session",
  response: z.object({ banks: z.array(account) }),
});

export const saveBank = defineEndpoint({
  method: "POST",
  path: "/qb/save-bank/",
  summary: "Choose the bank account that Deposits go to",
  access: "session",
  body: z.object({
    bank_id: accountId,
    bank_name: text(200),
  }),
  response: messageResponse,
});

export const clearingList = defineEndpoint({
  method: "GET",
  path: "/qb/clearing-account/",
  summary: "Accounts of the connected QuickBooks company that can balance a negative payout",
  access: "session",
  response: z.object({ accounts: z.array(account) }),
});

export const saveClearing = defineEndpoint({
  method: "POST",
  path: "/qb/save-clearing-account/",
  summary: "Choose the account that balances negative payouts",
  access: "session",
  body: z.object({
    account_id: accountId,
    account_name: text(200),
  }),
  response: messageResponse,
});

export const expenseList = defineEndpoint({
  method: "GET",
  path: "/qb/get-expense/",
  summary: "Expense accounts of the connected QuickBooks company; empty when there is none",
  access: "session",
  response: z.object({ expenses: z.array(account) }),
});

export const authorizeExpenseList = defineEndpoint({
  method: "GET",
  path: "/authorize/get-expense/",
  summary: "The expense category chosen for Authorize.Net; empty until there is one",
  access: "session",
  response: z.object({
    expenses: z.array(z.object({ meta_data: z.object({ id: z.string(), Name: z.string() }) })),
  }),
});

const categoryChoice = z.object({
  category: z.object({
    Id: accountId,
    Name: text(200),
  }),
});

export const saveStripeCategory = defineEndpoint({
  method: "POST",
  path: "/stripe/save-category/",
  summary: "Choose the expense category that Stripe's fees are booked on",
  access: "session",
  body: categoryChoice,
  response: messageResponse,
});

export const saveAuthorizeCategory = defineEndpoint({
  method: "POST",
  path: "/authorize/save-category/",
  summary: "Choose the expense category that Authorize.Net's fees are booked on",
  access: "session",
  body: categoryChoice,
  response: messageResponse,
});

/** How the acquirer charges for settled batches: it is never told, so it is set here. */
export const discountSettings = z.object({
  /** Of each charge, in percent: "2.90". */
  discount_percent: z
    .string()
    .trim()
    .regex(/^\d{1,2}(\.\d{1,4})?$/, "Must be a percentage such as 2.9"),
  /** Per charge, in the merchant's currency: "0.30". */
  discount_fixed: z
    .string()
    .trim()
    .regex(/^\d{1,4}(\.\d{1,2})?$/, "Must be an amount such as 0.30"),
  /** daily: taken off each deposit. monthly: deposits arrive gross, one debit at the month's end. */
  discount_timing: z.enum(["daily", "monthly"]),
});
export type DiscountSettings = z.infer<typeof discountSettings>;

export const authorizeSettings = defineEndpoint({
  method: "GET",
  path: "/authorize/settings/",
  summary: "The discount rate by which Authorize.Net's fees are predicted",
  access: "session",
  response: discountSettings,
});

export const saveAuthorizeSettings = defineEndpoint({
  method: "PUT",
  path: "/authorize/settings/",
  summary: "Set the discount rate; deposits that are not matched yet are predicted again by it",
  access: "session",
  body: discountSettings,
  response: messageResponse,
});

export const syncRun = z.object({
  id: z.string(),
  integration_type: integrationType,
  state: z.enum(["queued", "running", "succeeded", "failed", "cancelled"]),
  stage: z.string(),
  done: z.number().int(),
  /** Null until it is known. */
  total: z.number().int().nullable(),
  message: z.string(),
  started_at: z.string().nullable(),
  finished_at: z.string().nullable(),
});
export type SyncRun = z.infer<typeof syncRun>;

/** The documented client reads only success: by default the answer waits for the end of the sync. */
export const stripeSync = defineEndpoint({
  method: "POST",
  path: "/stripe/save-payouts/",
  summary: "Fetch payouts from Stripe; `?wait=0` answers at once with the run to follow",
  access: "session",
  query: z.object({ wait: z.coerce.number().int().min(0).max(110).optional() }),
  response: messageResponse.extend({ run: syncRun }),
});

/** GET, as the documented clients call it; without cookies nobody else's page can trigger it. */
export const authorizeSync = defineEndpoint({
  method: "GET",
  path: "/authorize/sync-payouts/",
  summary:
    "Fetch settled batches from Authorize.Net; `?wait=0` answers at once with the run to follow",
  access: "session",
  query: z.object({ wait: z.coerce.number().int().min(0).max(110).optional() }),
  response: messageResponse.extend({ run: syncRun }),
});

export const quickbooksSync = defineEndpoint({
  method: "POST",
  path: "/qb/sync-payments/",
  summary: "Fetch payments from QuickBooks; `?wait=0` answers at once with the run to follow",
  access: "session",
  query: z.object({ wait: z.coerce.number().int().min(0).max(110).optional() }),
  response: messageResponse.extend({ run: syncRun }),
});

export const syncRunList = defineEndpoint({
  method: "GET",
  path: "/sync-runs/",
  summary: "The latest syncs, newest first, with their progress",
  access: "session",
  unattended: true,
  response: z.object({ runs: z.array(syncRun) }),
});

export const cancelSync = defineEndpoint({
  method: "POST",
  path: "/sync-runs/cancel/",
  summary: "Stop a sync; what it fetched stays",
  access: "session",
  body: z.object({ run_id: z.uuid() }),
  response: messageResponse,
});
