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
  findCompaniesWithDeposit,
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
import { listIntegrations } from "@/server/connections/list-integrations";
import type { Verbs } from "@/server/http/serve";
import {
  countUnread,
  listNotifications,
  markRead,
} from "@/server/notifications/list-notifications";
import { loadInstallationHealth, sendOwnTestMail } from "@/server/overview/installation-health";
import { loadDashboardStatus } from "@/server/overview/load-dashboard-status";
import { resumeInstallation } from "@/server/work/resume-installation";

/** Accounts, companies, their members, and notifications. */
export const peopleVerbs = {
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
  "GET /installation/health/": () => loadInstallationHealth(),
  "GET /companies/with-deposit/": (ctx, { query }) => findCompaniesWithDeposit(ctx, query),
  "POST /installation/resume/": (ctx) => resumeInstallation(ctx),
  "POST /installation/test-mail/": (ctx) => sendOwnTestMail(ctx),
  "POST /invitations/accept/": (ctx, { body }) => acceptInvitation(ctx, body),
  "POST /invitations/read/": (ctx, { body }) => readInvitation(ctx, body),
  "POST /invitations/sign-up/": (ctx, { body }) => signUpInvited(ctx, body),
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
} satisfies Partial<Verbs>;
