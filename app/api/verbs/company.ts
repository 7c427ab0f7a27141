import { loadBankSettings, saveBankSetting } from "@/server/connections/bank-accounts";
import { disconnectConnection } from "@/server/connections/disconnect";
import { renameFileSource } from "@/server/connections/file-source";
import {
  loadAccountSettings,
  loadLineSettings,
  saveKindAccount,
  saveLineSettings,
} from "@/server/connections/line-settings";
import { loadPaymentAccounts } from "@/server/connections/load-payment-accounts";
import { loadReceiptSettings, saveReceiptSettings } from "@/server/connections/receipt-settings";
import { saveSharedUse } from "@/server/connections/shared-use";
import { loadStartDates, saveStartDate } from "@/server/connections/start-dates";
import type { Verbs } from "@/server/http/serve";
import {
  loadNotificationSettings,
  saveNotificationSettings,
} from "@/server/notifications/notification-settings";
import { followChanges } from "@/server/overview/events/follow-changes";
import { exportCompany } from "@/server/overview/export/export-company";
import { listFailures } from "@/server/overview/failures";
import { dismissFailures, retryFailures } from "@/server/overview/failures/retry-failures";
import { summarizeDashboard } from "@/server/overview/load-dashboard-status";
import { loadOnTheirWay } from "@/server/overview/load-on-their-way";
import { loadConfidence, loadTrend } from "@/server/overview/load-trend";
import { importPayoutFile } from "@/server/sync/payout-files/import-payout-file";
import { listPayoutImports } from "@/server/sync/payout-files/payout-imports";
import { previewPayoutFile } from "@/server/sync/payout-files/preview-payout-file";
import { undoPayoutImport } from "@/server/sync/payout-files/undo-payout-import";
import { cancelRun, listRuns } from "@/server/sync/runs";
import { savePaymentAccount } from "@/server/sync/save-payment-account";
import {
  listWebhookDeliveries,
  replayFailedWebhooks,
  replayWebhook,
  testWebhookEndpoint,
} from "@/server/webhooks/webhook-deliveries";
import {
  changeWebhookEndpoint,
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  listWebhookEndpoints,
  rollWebhookSecret,
} from "@/server/webhooks/webhook-endpoints";
import { confirmAdopted } from "@/server/work/adopt-country";
import { loadSettings } from "@/server/work/load-settings";
import { saveSettings } from "@/server/work/save-settings";

/** A company's settings, connections, figures and webhooks. */
export const companyVerbs = {
  "GET /dashboard/confidence/": (ctx) => loadConfidence(ctx),
  "GET /dashboard/on-their-way/": (ctx) => loadOnTheirWay(ctx),
  "GET /dashboard/trend/": (ctx, { query }) => loadTrend(ctx, query),
  "GET /events/": (ctx, { query }) => followChanges(ctx, query),
  "POST /integrations/disconnect/": (ctx, { body }) => disconnectConnection(ctx, body),
  "POST /payout-files/import/": (ctx, { body }) => importPayoutFile(ctx, body),
  "GET /payout-files/imports/": (ctx) => listPayoutImports(ctx),
  "POST /payout-files/preview/": (ctx, { body }) => previewPayoutFile(ctx, body),
  "PUT /payout-files/source/": (ctx, { body }) => renameFileSource(ctx, body),
  "POST /payout-files/undo/": (ctx, { body }) => undoPayoutImport(ctx, body),
  "POST /jobs/dismiss/": (ctx, { body }) => dismissFailures(ctx, body),
  "GET /jobs/failed/": (ctx) => listFailures(ctx),
  "POST /jobs/retry/": (ctx, { body }) => retryFailures(ctx, body),
  "GET /settings/accounts/": (ctx) => loadAccountSettings(ctx),
  "PUT /settings/accounts/": (ctx, { body }) => saveKindAccount(ctx, body),
  "GET /settings/banks/": (ctx, { query }) => loadBankSettings(ctx, query),
  "PUT /settings/banks/": (ctx, { body }) => saveBankSetting(ctx, body),
  "GET /settings/company/": (ctx) => loadSettings(ctx),
  "POST /settings/adopted/": (ctx) => confirmAdopted(ctx),
  "PUT /settings/company/": (ctx, { body }) => saveSettings(ctx, body),
  "GET /settings/export/": (ctx) => exportCompany(ctx),
  "GET /settings/lines/": (ctx) => loadLineSettings(ctx),
  "PUT /settings/lines/": (ctx, { body }) => saveLineSettings(ctx, body),
  "GET /settings/notifications/": (ctx) => loadNotificationSettings(ctx),
  "PUT /settings/notifications/": (ctx, { body }) => saveNotificationSettings(ctx, body),
  "GET /settings/payment-account/": (ctx, { query }) => loadPaymentAccounts(ctx, query),
  "PUT /settings/payment-account/": (ctx, { body }) => savePaymentAccount(ctx, body),
  "GET /settings/receipts/": (ctx) => loadReceiptSettings(ctx),
  "PUT /settings/receipts/": (ctx, { body }) => saveReceiptSettings(ctx, body),
  "GET /settings/start-dates/": (ctx) => loadStartDates(ctx),
  "PUT /settings/shared-books/": (ctx, { body }) => saveSharedUse(ctx, body),
  "PUT /settings/start-dates/": (ctx, { body }) => saveStartDate(ctx, body),
  "GET /summary/": (ctx) => summarizeDashboard(ctx),
  "GET /sync-runs/": (ctx, { query }) => listRuns(ctx, query),
  "POST /sync-runs/cancel/": (ctx, { body }) => cancelRun(ctx, body),
  "GET /webhook-endpoints/": (ctx) => listWebhookEndpoints(ctx),
  "POST /webhook-endpoints/": (ctx, { body }) => createWebhookEndpoint(ctx, body),
  "POST /webhook-endpoints/change/": (ctx, { body }) => changeWebhookEndpoint(ctx, body),
  "POST /webhook-endpoints/delete/": (ctx, { body }) => deleteWebhookEndpoint(ctx, body),
  "GET /webhook-endpoints/deliveries/": (ctx, { query }) => listWebhookDeliveries(ctx, query),
  "POST /webhook-endpoints/replay-failed/": (ctx, { body }) => replayFailedWebhooks(ctx, body),
  "POST /webhook-endpoints/replay/": (ctx, { body }) => replayWebhook(ctx, body),
  "POST /webhook-endpoints/roll-secret/": (ctx, { body }) => rollWebhookSecret(ctx, body),
  "POST /webhook-endpoints/test/": (ctx, { body }) => testWebhookEndpoint(ctx, body),
} satisfies Partial<Verbs>;
