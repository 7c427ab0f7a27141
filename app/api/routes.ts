import {
  createApiToken,
  listApiTokens,
  readOwnToken,
  revokeApiToken,
} from "@/server/accounts/api-tokens";
import { confirmEmail } from "@/server/accounts/confirm-email";
import { deleteAccount } from "@/server/accounts/delete-account";
import { cancelEmailChange, sendConfirmation } from "@/server/accounts/email-confirmations";
import {
  listLinkedIdentities,
  unlinkIdentity,
} from "@/server/accounts/openid/find-or-create-account";
import { listOwnApiTokens, revokeOwnApiTokens } from "@/server/accounts/own-api-tokens";
import {
  endSessionById,
  listSessions,
  loadAutoLogout,
  saveAutoLogout,
  signOut,
  signOutEverywhere,
} from "@/server/accounts/own-sessions";
import { resetPassword, sendResetCode, verifyResetCode } from "@/server/accounts/password-reset";
import {
  createCompany,
  listCompanies,
  loadOverview,
  switchCompany,
  syncCompanies,
} from "@/server/accounts/people/companies";
import { deleteCompany } from "@/server/accounts/people/delete-company";
import {
  acceptInvitation,
  readInvitation,
  signUpInvited,
} from "@/server/accounts/people/invitations";
import { invite, resendInvitation, revokeInvitation } from "@/server/accounts/people/invite";
import {
  changeRole,
  handOver,
  leaveCompany,
  listPeople,
  removeMember,
} from "@/server/accounts/people/members";
import {
  deleteAvatar,
  loadAvatar,
  loadProfile,
  saveAvatar,
  saveProfile,
} from "@/server/accounts/profile";
import { changePassword } from "@/server/accounts/set-password";
import { exchangeSignIn, signIn } from "@/server/accounts/sign-in";
import { signUp } from "@/server/accounts/sign-up";
import {
  beginTwoFactor,
  confirmTwoFactor,
  disableTwoFactor,
  renewRecoveryCodes,
  twoFactorStatus,
} from "@/server/accounts/two-factor/settings";
import { signInSecondStep } from "@/server/accounts/two-factor/sign-in";
import { loadBankSettings, saveBank, saveBankSetting } from "@/server/connections/bank-accounts";
import { completeConnect, connectByKey, startConnect } from "@/server/connections/connect";
import { disconnect, disconnectConnection } from "@/server/connections/disconnect";
import { listBanks, listClearing, listExpenses } from "@/server/connections/ledger-accounts";
import {
  listLineChoices,
  listReceiptChoices,
  searchCustomers,
} from "@/server/connections/ledger-lists";
import {
  loadAccountSettings,
  loadLineSettings,
  readCategory,
  saveCategory,
  saveClearing,
  saveKindAccount,
  saveLineSettings,
} from "@/server/connections/line-settings";
import { listIntegrations } from "@/server/connections/list-integrations";
import { loadPaymentAccount } from "@/server/connections/payment-account";
import { listBookableAccounts } from "@/server/connections/postable-accounts";
import { loadDiscount } from "@/server/connections/predicted-fees";
import { loadReceiptSettings, saveReceiptSettings } from "@/server/connections/receipt-settings";
import { saveSharedUse } from "@/server/connections/shared-use";
import { loadStartDates, saveStartDate } from "@/server/connections/start-dates";
import { deleteDeposit, restoreDeposit } from "@/server/deposits/delete-deposit";
import { exportDeposits } from "@/server/deposits/export-deposits";
import { listDeposits } from "@/server/deposits/list-deposits";
import { listUnmatchedPayments } from "@/server/deposits/list-unmatched-payments";
import { loadDepositDetail } from "@/server/deposits/load-deposit-detail";
import { nextDeposit } from "@/server/deposits/next-deposit";
import type { ProviderVerbs, Verbs } from "@/server/http/serve";
import { decideAccount } from "@/server/line-decisions/decide-account";
import { decideInvoicePayment } from "@/server/line-decisions/decide-invoice-payment";
import { takeBackDecision } from "@/server/line-decisions/decide-lines";
import { decideReceipt } from "@/server/line-decisions/decide-receipt";
import { decideReceipts, previewReceipts } from "@/server/line-decisions/decide-receipts";
import { lineOptions } from "@/server/line-decisions/line-options";
import { matchLine } from "@/server/line-decisions/match-line";
import { searchInvoices } from "@/server/line-decisions/open-invoices";
import { postponeLine } from "@/server/line-decisions/postpone-line";
import {
  answerQuestion,
  declineQuestions,
  readQuestion,
} from "@/server/line-decisions/questions/answer-by-link";
import { askClient } from "@/server/line-decisions/questions/ask-client";
import { revokeQuestion } from "@/server/line-decisions/questions/withdraw-questions";
import {
  createRule,
  deleteRule,
  restoreRule,
  switchRule,
  updateRule,
} from "@/server/line-decisions/rules/edit-rules";
import { orderRules } from "@/server/line-decisions/rules/order-rules";
import { previewRule, ruleFromLine, ruleUses } from "@/server/line-decisions/rules/preview-rule";
import { listRules } from "@/server/line-decisions/rules/stored-rule";
import { cancelMatchRun, findLatestMatchRun, startMatchRun } from "@/server/matches/bulk-match";
import { confirmMatch, decideSuggestions, dismissMatch } from "@/server/matches/confirm-match";
import { listSuggestions } from "@/server/matches/list-suggestions";
import { manualMatch } from "@/server/matches/manual-match";
import { matchAllDeposits } from "@/server/matches/match-all-deposits";
import { undoDismissal } from "@/server/matches/restore-suggestion";
import {
  countUnread,
  listNotifications,
  markRead,
} from "@/server/notifications/list-notifications";
import {
  loadNotificationSettings,
  saveNotificationSettings,
} from "@/server/notifications/notification-settings";
import { followChanges } from "@/server/overview/events/follow-changes";
import { exportCompany } from "@/server/overview/export/export-company";
import { listFailures } from "@/server/overview/failures";
import { dismissFailures, retryFailures } from "@/server/overview/failures/retry-failures";
import { loadInstallationHealth, sendOwnTestMail } from "@/server/overview/installation-health";
import { loadDashboardStatus, summarizeDashboard } from "@/server/overview/load-dashboard-status";
import { loadConfidence, loadTrend } from "@/server/overview/load-trend";
import { loadQueue } from "@/server/overview/read-queue";
import { postAllOnOpenDay, postOnOpenDay } from "@/server/posting/open-day-posting";
import {
  linkExisting,
  markBookedElsewhere,
} from "@/server/posting/recorded-elsewhere/link-deposit";
import { dismissExisting, listExisting } from "@/server/posting/recorded-elsewhere/suggestions";
import { loadReview, postOne, postReady, retryPosting } from "@/server/posting/review";
import { listActivity } from "@/server/posting/runs/list-activity";
import { undoAutomaticRun } from "@/server/posting/runs/undo-automatic-run";
import { undoDeposit } from "@/server/posting/undo-deposit";
import { listPayments } from "@/server/sync/list-payments";
import { refreshAndMatch } from "@/server/sync/refresh-and-match";
import { cancelRun, listRuns, syncNow } from "@/server/sync/runs";
import { saveDiscount, savePaymentAccount } from "@/server/sync/save-payment-account";
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
import { resumeInstallation } from "@/server/work/resume-installation";
import { saveSettings } from "@/server/work/save-settings";

/** The API at a glance: the verb of each endpoint, by method and path. lib/contracts says what it takes and returns. */
export const verbs: Verbs = {
  "GET /api-tokens/": (ctx) => listApiTokens(ctx),
  "POST /api-tokens/": (ctx, { body }) => createApiToken(ctx, body),
  "GET /api-tokens/self/": (ctx) => readOwnToken(ctx),
  "POST /api-tokens/revoke/": (ctx, { body }) => revokeApiToken(ctx, body),
  "GET /companies/": (ctx) => listCompanies(ctx),
  "POST /companies/": (ctx, { body }) => createCompany(ctx, body),
  "POST /companies/delete/": (ctx, { body }) => deleteCompany(ctx, body),
  "POST /companies/leave/": (ctx, { body }) => leaveCompany(ctx, body),
  "GET /companies/overview/": (ctx) => loadOverview(ctx),
  "POST /companies/switch/": (ctx, { body }) => switchCompany(ctx, body),
  "POST /companies/sync/": (ctx, { body }) => syncCompanies(ctx, body),
  "GET /dashboard/confidence/": (ctx) => loadConfidence(ctx),
  "GET /dashboard/trend/": (ctx, { query }) => loadTrend(ctx, query),
  "GET /events/": (ctx, { query }) => followChanges(ctx, query),
  "GET /installation/health/": () => loadInstallationHealth(),
  "POST /installation/resume/": (ctx) => resumeInstallation(ctx),
  "POST /installation/test-mail/": (ctx) => sendOwnTestMail(ctx),
  "POST /integrations/disconnect/": (ctx, { body }) => disconnectConnection(ctx, body),
  "POST /invitations/accept/": (ctx, { body }) => acceptInvitation(ctx, body),
  "POST /invitations/read/": (ctx, { body }) => readInvitation(ctx, body),
  "POST /invitations/sign-up/": (ctx, { body }) => signUpInvited(ctx, body),
  "POST /jobs/dismiss/": (ctx, { body }) => dismissFailures(ctx, body),
  "GET /jobs/failed/": (ctx) => listFailures(ctx),
  "POST /jobs/retry/": (ctx, { body }) => retryFailures(ctx, body),
  "GET /notifications/": (ctx, { query }) => listNotifications(ctx, query),
  "GET /notifications/count/": (ctx) => countUnread(ctx),
  "POST /notifications/read/": (ctx, { body }) => markRead(ctx, body),
  "GET /people/": (ctx) => listPeople(ctx),
  "POST /people/hand-over/": (ctx, { body }) => handOver(ctx, body),
  "POST /people/invite/": (ctx, { body }) => invite(ctx, body),
  "POST /people/remove/": (ctx, { body }) => removeMember(ctx, body),
  "POST /people/resend/": (ctx, { body }) => resendInvitation(ctx, body),
  "POST /people/revoke/": (ctx, { body }) => revokeInvitation(ctx, body),
  "PUT /people/role/": (ctx, { body }) => changeRole(ctx, body),
  "GET /qb/accounts/": (ctx, { query }) => listBookableAccounts(ctx, query),
  "POST /qb/auto-match-all/": (ctx) => matchAllDeposits(ctx),
  "GET /qb/auto-match-runs/": (ctx) => findLatestMatchRun(ctx),
  "POST /qb/auto-match-runs/": (ctx, { body }) => startMatchRun(ctx, body),
  "POST /qb/auto-match-runs/cancel/": (ctx, { body }) => cancelMatchRun(ctx, body),
  "POST /qb/auto-match/": (ctx, { body }) => refreshAndMatch(ctx, body),
  "GET /qb/activity/": (ctx, { query }) => listActivity(ctx, query),
  "POST /qb/automatic-runs/undo/": (ctx, { body }) => undoAutomaticRun(ctx, body),
  "POST /qb/book-line/": (ctx, { body }) => decideAccount(ctx, body),
  "POST /qb/cancel-planned/": (ctx, { body }) => takeBackDecision(ctx, body),
  "POST /qb/confirm-match/": (ctx, { body }) => confirmMatch(ctx, body),
  "GET /qb/customers/": (ctx, { query }) => searchCustomers(ctx, query),
  "POST /qb/decide-suggestions/": (ctx, { body }) => decideSuggestions(ctx, body),
  "POST /qb/delete-deposit/": (ctx, { body }) => deleteDeposit(ctx, body),
  "GET /qb/deposit-status/": (ctx, { query }) => listDeposits(ctx, query),
  "GET /qb/deposit/": (ctx, { query }) => loadDepositDetail(ctx, query),
  "GET /qb/deposits-export/": (ctx, { query }) => exportDeposits(ctx, query),
  "POST /qb/dismiss-existing/": (ctx, { body }) => dismissExisting(ctx, body),
  "POST /qb/dismiss-match/": (ctx, { body }) => dismissMatch(ctx, body),
  "GET /qb/existing-deposits/": (ctx, { query }) => listExisting(ctx, query),
  "GET /qb/get-payment/": (ctx) => listPayments(ctx),
  "GET /qb/line-lists/": (ctx, { query }) => listLineChoices(ctx, query),
  "GET /qb/line-options/": (ctx, { query }) => lineOptions(ctx, query),
  "GET /qb/lingering-payments/": (ctx, { query }) => listUnmatchedPayments(ctx, query),
  "POST /qb/link-existing/": (ctx, { body }) => linkExisting(ctx, body),
  "GET /qb/lists/": (ctx, { query }) => listReceiptChoices(ctx, query),
  "POST /qb/match-line/": (ctx, { body }) => matchLine(ctx, body),
  "POST /qb/match-transaction/": (ctx, { body }) => manualMatch(ctx, body),
  "GET /qb/next-deposit/": (ctx, { query }) => nextDeposit(ctx, query),
  "GET /qb/open-invoices/": (ctx, { query }) => searchInvoices(ctx, query),
  "POST /qb/plan-invoice-payment/": (ctx, { body }) => decideInvoicePayment(ctx, body),
  "POST /qb/plan-receipt/": (ctx, { body }) => decideReceipt(ctx, body),
  "POST /qb/plan-receipts/": (ctx, { body }) => decideReceipts(ctx, body),
  "POST /qb/post-all-on-open-day/": (ctx) => postAllOnOpenDay(ctx),
  "POST /qb/post-deposit/": (ctx, { body }) => postOne(ctx, body),
  "POST /qb/post-on-open-day/": (ctx, { body }) => postOnOpenDay(ctx, body),
  "POST /qb/post-ready/": (ctx, { body }) => postReady(ctx, body),
  "GET /qb/posting-review/": (ctx) => loadReview(ctx),
  "POST /qb/preview-receipts/": (ctx, { body }) => previewReceipts(ctx, body),
  "POST /qb/put-aside/": (ctx, { body }) => markBookedElsewhere(ctx, body),
  "GET /qb/queue/": (ctx, { query }) => loadQueue(ctx, query),
  "POST /qb/restore-deposit/": (ctx, { body }) => restoreDeposit(ctx, body),
  "POST /qb/retry-posting/": (ctx, { body }) => retryPosting(ctx, body),
  "GET /qb/suggestions/": (ctx, { query }) => listSuggestions(ctx, query),
  "POST /qb/undo-dismissal/": (ctx, { body }) => undoDismissal(ctx, body),
  "POST /qb/undo/": (ctx, { body }) => undoDeposit(ctx, body),
  "POST /qb/wait-for-line/": (ctx, { body }) => postponeLine(ctx, body),
  "POST /questions/answer/": (ctx, { body }) => answerQuestion(ctx, body),
  "POST /questions/ask/": (ctx, { body }) => askClient(ctx, body),
  "POST /questions/decline/": (ctx, { body }) => declineQuestions(ctx, body),
  "POST /questions/read/": (ctx, { body }) => readQuestion(ctx, body),
  "POST /questions/revoke/": (ctx, { body }) => revokeQuestion(ctx, body),
  "GET /rules/": (ctx) => listRules(ctx),
  "POST /rules/": (ctx, { body }) => createRule(ctx, body),
  "PUT /rules/": (ctx, { body }) => updateRule(ctx, body),
  "POST /rules/delete/": (ctx, { body }) => deleteRule(ctx, body),
  "GET /rules/from-line/": (ctx, { query }) => ruleFromLine(ctx, query),
  "POST /rules/order/": (ctx, { body }) => orderRules(ctx, body),
  "POST /rules/preview/": (ctx, { body }) => previewRule(ctx, body),
  "POST /rules/restore/": (ctx, { body }) => restoreRule(ctx, body),
  "POST /rules/switch/": (ctx, { body }) => switchRule(ctx, body),
  "GET /rules/uses/": (ctx, { query }) => ruleUses(ctx, query),
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
  "GET /settings/payment-account/": (ctx, { query }) => loadPaymentAccount(ctx, query),
  "PUT /settings/payment-account/": (ctx, { body }) => savePaymentAccount(ctx, body),
  "GET /settings/receipts/": (ctx) => loadReceiptSettings(ctx),
  "PUT /settings/receipts/": (ctx, { body }) => saveReceiptSettings(ctx, body),
  "GET /settings/start-dates/": (ctx) => loadStartDates(ctx),
  "PUT /settings/shared-books/": (ctx, { body }) => saveSharedUse(ctx, body),
  "PUT /settings/start-dates/": (ctx, { body }) => saveStartDate(ctx, body),
  "GET /summary/": (ctx) => summarizeDashboard(ctx),
  "GET /sync-runs/": (ctx, { query }) => listRuns(ctx, query),
  "POST /sync-runs/cancel/": (ctx, { body }) => cancelRun(ctx, body),
  "GET /user/auto-logout/api/": (ctx) => loadAutoLogout(ctx),
  "PUT /user/auto-logout/api/": (ctx, { body }) => saveAutoLogout(ctx, body),
  "GET /user/avatar/": (ctx) => loadAvatar(ctx),
  "PUT /user/avatar/": (ctx, { body }) => saveAvatar(ctx, body.image),
  "DELETE /user/avatar/": (ctx) => deleteAvatar(ctx),
  "GET /user/api-tokens/": (ctx) => listOwnApiTokens(ctx),
  "POST /user/api-tokens/revoke/": (ctx) => revokeOwnApiTokens(ctx),
  "POST /user/change-password/api/": (ctx, { body }) => changePassword(ctx, body),
  "POST /user/confirm-email/": (ctx, { body }) => confirmEmail(ctx, body),
  "POST /user/confirm-email/cancel/": (ctx) => cancelEmailChange(ctx),
  "POST /user/confirm-email/send/": (ctx) => sendConfirmation(ctx),
  "POST /user/create/api/": (ctx, { body }) => signUp(ctx, body),
  "GET /user/dashboard-status/api/": (ctx) => loadDashboardStatus(ctx),
  "POST /user/delete/": (ctx, { body }) => deleteAccount(ctx, body),
  "GET /user/integrations/": (ctx) => listIntegrations(ctx),
  "GET /user/linked-identities/": (ctx) => listLinkedIdentities(ctx),
  "POST /user/linked-identities/unlink/": (ctx, { body }) => unlinkIdentity(ctx, body),
  "POST /user/login/api/": (ctx, { body }) => signIn(ctx, body),
  "POST /user/login/exchange/api/": (ctx, { body }) => exchangeSignIn(ctx, body.code),
  "POST /user/login/two-factor/api/": (ctx, { body }) => signInSecondStep(ctx, body),
  "POST /user/logout/api/": (ctx) => signOut(ctx),
  "GET /user/profile/": (ctx) => loadProfile(ctx),
  "PUT /user/profile/": (ctx, { body }) => saveProfile(ctx, body),
  "POST /user/reset-password/api/": (ctx, { body }) => resetPassword(ctx, body),
  "POST /user/send-otp/api/": (ctx, { body }) => sendResetCode(ctx, body),
  "GET /user/sessions/": (ctx) => listSessions(ctx),
  "POST /user/sessions/end-all/": (ctx, { body }) => signOutEverywhere(ctx, body.keep_current),
  "POST /user/sessions/end/": (ctx, { body }) => endSessionById(ctx, body.session_id),
  "GET /user/two-factor/": (ctx) => twoFactorStatus(ctx),
  "POST /user/two-factor/begin/": (ctx, { body }) => beginTwoFactor(ctx, body.current_password),
  "POST /user/two-factor/confirm/": (ctx, { body }) => confirmTwoFactor(ctx, body.code),
  "POST /user/two-factor/disable/": (ctx, { body }) => disableTwoFactor(ctx, body),
  "POST /user/two-factor/recovery-codes/": (ctx, { body }) => renewRecoveryCodes(ctx, body),
  "POST /user/verify-otp/api/": (ctx, { body }) => verifyResetCode(ctx, body),
  "GET /webhook-endpoints/": (ctx) => listWebhookEndpoints(ctx),
  "POST /webhook-endpoints/": (ctx, { body }) => createWebhookEndpoint(ctx, body),
  "POST /webhook-endpoints/change/": (ctx, { body }) => changeWebhookEndpoint(ctx, body),
  "POST /webhook-endpoints/delete/": (ctx, { body }) => deleteWebhookEndpoint(ctx, body),
  "GET /webhook-endpoints/deliveries/": (ctx, { query }) => listWebhookDeliveries(ctx, query),
  "POST /webhook-endpoints/replay-failed/": (ctx, { body }) => replayFailedWebhooks(ctx, body),
  "POST /webhook-endpoints/replay/": (ctx, { body }) => replayWebhook(ctx, body),
  "POST /webhook-endpoints/roll-secret/": (ctx, { body }) => rollWebhookSecret(ctx, body),
  "POST /webhook-endpoints/test/": (ctx, { body }) => testWebhookEndpoint(ctx, body),
};

/** The endpoints of every provider, at the paths that lib/providers/catalog.ts names. */
export const providerVerbs: ProviderVerbs = {
  connectByKey: (ctx, provider, { body }) => connectByKey(ctx, provider, body),
  startConnect: (ctx, provider, { query }) => startConnect(ctx, provider, query),
  completeConnect: (ctx, provider, { body }) => completeConnect(ctx, provider, body),
  disconnect: (ctx, provider) => disconnect(ctx, provider),
  sync: (ctx, provider, { query }) => syncNow(ctx, provider, query.wait),
  readCategory: (ctx, provider) => readCategory(ctx, provider),
  saveCategory: (ctx, provider, { body }) => saveCategory(ctx, provider, body),
  readDiscount: (ctx, provider) => loadDiscount(ctx, provider),
  saveDiscount: (ctx, provider, { body }) => saveDiscount(ctx, provider, body),
  listBanks: (ctx, _provider, { query }) => listBanks(ctx, query),
  saveBank: (ctx, provider, { body }) => saveBank(ctx, provider, body),
  listClearing: (ctx, _provider, { query }) => listClearing(ctx, query),
  saveClearing: (ctx, provider, { body }) => saveClearing(ctx, provider, body),
  listExpenses: (ctx, _provider, { query }) => listExpenses(ctx, query),
};
