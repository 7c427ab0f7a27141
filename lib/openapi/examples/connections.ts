import type { Examples } from "@/lib/openapi/examples/example";

const category = { Id: "62", Name: "Merchant Fees" };
const clearing = { Id: "48", Name: "Stripe Clearing" };
const bank = { Id: "35", Name: "Checking" };
const run = {
  id: "c0f8b9d2-7e35-4a61-b2f4-0d1a6c9e8f57",
  integration_type: "stripe",
  state: "succeeded",
  stage: "",
  done: 24,
  total: 24,
  message: "",
  started_at: "2026-03-05T11:02:00.000Z",
  finished_at: "2026-03-05T11:02:10.000Z",
};
const discount = { discount_percent: "2.9", discount_fixed: "0.30", discount_timing: "daily" };
const company = {
  company_name: "Lovelace Books",
  matching_algorithm: "smart",
  auto_match: true,
  daily_sync: true,
  date_format: "MM-DD-YYYY",
};
const notifications = {
  email_successful_matches: true,
  email_match_suggestions: true,
  email_integration_issues: true,
  email_weekly_summary: false,
  real_time_alerts: true,
  sound_alerts: false,
};
const notificationId = "a8d5f1b4-3c27-4e90-9b1d-5e6f7a8b9c0d";
const saved = { message: "Settings saved successfully" };

export const connectionExamples: Examples = {
  integrationList: {
    response: {
      integrations: [
        {
          integration_type: "stripe",
          status: "connected",
          display_name: "Lovelace Books",
          livemode: true,
          last_synced_at: "2026-03-05T11:02:10.000Z",
          meta_data: { id: category.Id, Name: category.Name },
          authorized_account: { login_id: "" },
        },
      ],
    },
  },
  stripeConnect: {
    body: { secret_key: "sk_test_example" },
    response: { message: "Successfully connected to Stripe" },
  },
  stripeConnectStart: {
    response: {
      authorization_url:
        "https://connect.stripe.com/oauth/authorize?response_type=code&client_id=ca_example&state=example",
    },
  },
  stripeCallback: {
    body: { code: "ac_example", state: "example" },
    response: { message: "Successfully connected to Stripe" },
  },
  authorizeConnect: {
    body: { login_id: "5KP3u95bQpv", transcation_key: "example-transaction-key" },
    response: { message: "Successfully connected to Authorize.Net" },
  },
  quickbooksConnect: {
    response: {
      authorization_url:
        "https://appcenter.intuit.com/connect/oauth2?response_type=code&client_id=example&state=example",
    },
  },
  quickbooksCallback: {
    body: { code: "example-code", realmId: "4620816365012345678", state: "example" },
    response: { message: "Successfully connected to QuickBooks" },
  },
  stripeDisconnect: { response: { message: "Successfully disconnected from Stripe" } },
  quickbooksDisconnect: { response: { message: "Successfully disconnected from QuickBooks" } },
  authorizeDisconnect: { response: { message: "Successfully disconnected from Authorize.Net" } },
  bankList: { response: { banks: [bank] } },
  saveBank: {
    body: { bank_id: bank.Id, bank_name: bank.Name },
    response: { message: "Bank account settings saved successfully" },
  },
  clearingList: { response: { accounts: [clearing] } },
  saveClearing: {
    body: { account_id: clearing.Id, account_name: clearing.Name },
    response: { message: "Clearing account saved successfully" },
  },
  expenseList: { response: { expenses: [category] } },
  authorizeExpenseList: {
    response: { expenses: [{ meta_data: { id: category.Id, Name: category.Name } }] },
  },
  saveStripeCategory: {
    body: { category },
    response: { message: "Expense category saved successfully" },
  },
  saveAuthorizeCategory: {
    body: { category },
    response: { message: "Expense category saved successfully" },
  },
  authorizeSettings: { response: discount },
  saveAuthorizeSettings: {
    body: discount,
    response: { message: "Authorize.Net settings saved successfully" },
  },
  stripeSync: { response: { message: "Successfully synced Stripe payouts", run } },
  syncRunList: { response: { runs: [run] } },
  cancelSync: { body: { run_id: run.id }, response: { message: "Sync cancelled" } },
  getCompanySettings: { response: { ...company, currency: "USD" } },
  saveCompanySettings: { body: company, response: saved },
  getNotificationSettings: { response: notifications },
  saveNotificationSettings: { body: notifications, response: saved },
  notificationList: {
    response: {
      notifications: [
        {
          id: notificationId,
          kind: "suggestion",
          title: "A match to review",
          body: "A payout of 96.80 USD has a suggested match.",
          link: "/transaction/1042",
          created_at: "2026-03-05T11:02:10.000Z",
          read: false,
        },
      ],
      next_cursor: null,
      unread: 1,
    },
  },
  readNotifications: {
    body: { ids: [notificationId] },
    response: { message: "Marked as read", unread: 0 },
  },
  health: { response: { status: "ok" } },
  healthLive: { response: { status: "ok" } },
  healthReady: {
    response: { status: "ok", checks: { database: "ok", migrations: "ok", queue: "ok" } },
  },
};
