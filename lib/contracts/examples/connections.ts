import type { Examples } from "./example";
import { providerExamples, run } from "./providers";

const company = {
  company_name: "Lovelace Books",
  matching_algorithm: "smart",
  auto_match: true,
  auto_post: false,
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
  ...providerExamples,
  integrationList: {
    response: {
      integrations: [
        {
          id: run.connection_id,
          integration_type: "stripe",
          status: "connected",
          display_name: "Lovelace Books",
          livemode: true,
          posts_from: null,
          last_synced_at: "2026-03-05T11:02:10.000Z",
          meta_data: { id: "62", Name: "Merchant Fees" },
          authorized_account: { login_id: "" },
        },
      ],
    },
  },
  syncRunList: { response: { runs: [run] } },
  disconnectConnection: {
    body: { connection_id: run.connection_id },
    response: { message: "Successfully disconnected Lovelace Books from Stripe" },
  },
  cancelSync: { body: { run_id: run.id }, response: { message: "Sync canceled" } },
  startDates: {
    response: {
      sources: [{ integration_type: "stripe", name: "Stripe", start_date: "2026-11-01" }],
      suggested: "2026-11-01",
      closed_until: "2026-09-30",
    },
  },
  saveSharedUse: {
    body: { posts: true },
    response: { message: "This company posts the deposits" },
  },
  saveStartDate: {
    body: { integration_type: "stripe", start_date: "2026-10-01" },
    response: { message: "Importing payouts dated October 1, 2026 or later" },
  },
  bankSettings: {
    response: {
      banks: [
        {
          integration_type: "stripe",
          name: "Stripe",
          currency: "EUR",
          account: { Id: "37", Name: "Euro Account" },
          otherwise: null,
        },
      ],
      accounts: [{ Id: "37", Name: "Euro Account", currency: "EUR" }],
      home_currency: "USD",
    },
  },
  saveBankSetting: {
    body: { integration_type: "stripe", currency: "EUR", account_id: "37" },
    response: { message: "Stripe payouts in EUR go to Euro Account" },
  },
  getCompanySettings: {
    response: {
      ...company,
      currency: "GBP",
      timezone: "Europe/London",
      tax: { name: "VAT", asked: true },
      adopted: {
        country: "United Kingdom",
        date_format: "DD-MM-YYYY",
        timezone: "Europe/London",
      },
    },
  },
  confirmAdoptedSettings: { response: { message: "Settings kept" } },
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
  health: { response: { status: "ok", version: "0.1.0" } },
  healthLive: { response: { status: "ok" } },
  healthReady: {
    response: {
      status: "ok",
      version: "0.1.0",
      checks: {
        database: "ok",
        migrations: "ok",
        queue: "ok",
        connections: "ok",
        disk: "ok",
        secrets: "ok",
      },
    },
  },
};
