import { afterAll, beforeAll, expect, test } from "vitest";
import { type Emulators, startEmulators } from "@/emulators/start";
import { endpoints } from "@/lib/contracts/registry";
import { control } from "@/tests/support/emulators";
import { adminDb } from "../support/admin-db";
import { codeOf, forgetLastCode } from "../support/authenticator";
import { type Answer, call, ok } from "../support/client";
import { connectedCompany, signUp } from "../support/company";
import { consented } from "../support/consent";
import { codeIn, linkIn, type MailServer, startMailServer } from "../support/mail-server";
import { browser } from "../support/reset";
import { type Running, settled, startWorkers } from "../support/worker";
import { askClients } from "./audit-trail/ask-clients";
import { audited, covered, expectRow } from "./audit-trail/audited";
import { bookAccounts } from "./audit-trail/book-accounts";
import { chooseForLines } from "./audit-trail/choose-for-lines";
import { importFiles } from "./audit-trail/import-files";
import { makeRules } from "./audit-trail/make-rules";
import { managePeople } from "./audit-trail/manage-people";
import { manageWebhooks } from "./audit-trail/manage-webhooks";
import { matchByHand } from "./audit-trail/match-by-hand";
import { reviewPostings } from "./audit-trail/review-postings";

let emulators: Emulators;
let workers: Running;
let mails: MailServer;

beforeAll(async () => {
  mails = await startMailServer();
  emulators = await startEmulators({ seed: 3, today: "2026-11-02", company: "small" });
  Object.assign(process.env, emulators.env, {
    ...{ SMTP_URL: mails.url, WEBHOOK_PRIVATE_ADDRESSES: "allow" },
  });
  workers = await startWorkers();
});
afterAll(async () => {
  await workers.stop();
  await emulators.close();
  await mails.close();
});

async function deposits(token: string, status: string): Promise<number[]> {
  const list = await ok("GET", "/qb/deposit-status/", token);
  return list.deposits
    .filter((deposit: { status: string }) => deposit.status === status)
    .map(({ id }: { id: number }) => id);
}

test("accounts", async () => {
  const person = await signUp();
  const { token, username, password } = person;
  const email = `${username}@example.com`;
  const other = `${username}-2`;
  await audited("account.created", ["POST", "/user/create/api/"], undefined, {
    username: other,
    email: `${other}@example.com`,
    password,
    password_confirm: password,
  });
  const login = { username, password };
  const signedIn = await audited(
    "account.signed_in",
    ["POST", "/user/login/api/"],
    undefined,
    login,
  );
  const { user: _user, message: _message, ...profile } = await ok("GET", "/user/profile/", token);
  await audited("profile.saved", ["PUT", "/user/profile/"], token, {
    ...profile,
    first_name: "Ada",
  });
  const image = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex").toString("base64");
  await audited("avatar.saved", ["PUT", "/user/avatar/"], token, { image });
  await audited("avatar.deleted", ["DELETE", "/user/avatar/"], token);
  await adminDb().installation.updateMany({ data: { pausedAt: new Date() } });
  await audited("installation.resumed", ["POST", "/installation/resume/"], token);
  await audited("auto_logout.saved", ["PUT", "/user/auto-logout/api/"], token, {
    auto_logout_enabled: true,
    session_timeout: 60,
  });
  const wishes = await ok("GET", "/settings/notifications/", token);
  await audited("notifications.saved", ["PUT", "/settings/notifications/"], token, wishes);
  const { sessions } = await ok("GET", "/user/sessions/", token);
  const [stranger] = sessions.filter(({ current }: { current: boolean }) => !current);
  expect(signedIn.token).toBeTruthy();
  await audited("session.ended", ["POST", "/user/sessions/end/"], token, {
    session_id: stranger.id,
  });
  await audited("sessions.ended", ["POST", "/user/sessions/end-all/"], token, {});
  const fresh = `${password}-changed`;
  await audited("account.password_changed", ["POST", "/user/change-password/api/"], token, {
    current_password: password,
    new_password: fresh,
    confirm_password: fresh,
  });
  await audited("session.ended", ["POST", "/user/logout/api/"], token);

  const visitor = browser();
  await visitor.send(email);
  // The note about the changed password arrived too, in either order.
  const sent = await mails.waitFor(email, 2);
  const code = sent.find(({ raw }) => /^Subject: Your password reset code/m.test(raw));
  await visitor.verify(email, codeIn(code?.raw ?? ""));
  covered.add("POST /user/reset-password/api/");
  await expectRow("account.password_reset", await visitor.reset(email, `${fresh}-reset`));
});

test("email addresses", async () => {
  const { token, username, password } = await signUp();
  const email = `moved-${username}@example.com`;
  const { username: _, ...profile } = await ok("GET", "/user/profile/", token);
  const move = { ...profile, email, current_password: password };
  await audited("email.change_requested", ["PUT", "/user/profile/"], token, move);
  await audited("email.change_cancelled", ["POST", "/user/confirm-email/cancel/"], token);
  await ok("PUT", "/user/profile/", token, move);
  await audited("email.confirmation_sent", ["POST", "/user/confirm-email/send/"], token);
  // The mails arrive in any order; only the newest link works.
  const path = "/user/confirm-email/";
  covered.add(`POST ${path}`);
  const answers: Answer[] = [];
  for (const { raw } of await mails.waitFor(email, 3)) {
    answers.push(await call("POST", path, { token, body: { token: linkIn(raw) } }));
  }
  const [done, ...more] = answers.filter(({ status }) => status === 200);
  expect(more).toEqual([]);
  if (done) await expectRow("email.changed", done);
  expect(done).toBeDefined();
});

test("companies and people", () => managePeople(mails, emulators.credentials.stripeSecretKey));

test("webhooks", () => manageWebhooks());
test("files of payouts", () => importFiles());

test("two-factor", async () => {
  const { token, username, password } = await signUp();
  const { secret } = await audited("two_factor.begun", ["POST", "/user/two-factor/begin/"], token, {
    current_password: password,
  });
  await audited("two_factor.enabled", ["POST", "/user/two-factor/confirm/"], token, {
    code: codeOf(secret),
  });
  await forgetLastCode(username);
  const { body } = await call("POST", "/user/login/api/", { body: { username, password } });
  await audited("account.signed_in", ["POST", "/user/login/two-factor/api/"], undefined, {
    challenge: body.challenge,
    code: codeOf(secret),
  });
  await forgetLastCode(username);
  const renew = "/user/two-factor/recovery-codes/";
  await audited("two_factor.recovery_codes_renewed", ["POST", renew], token, {
    current_password: password,
    code: codeOf(secret),
  });
  await forgetLastCode(username);
  await audited("two_factor.disabled", ["POST", "/user/two-factor/disable/"], token, {
    current_password: password,
    code: codeOf(secret),
  });
});

test("sign-in providers", async () => {
  const { token, username, password } = await signUp();
  const { id: userId } = await adminDb().user.findUniqueOrThrow({
    where: { usernameKey: username },
  });
  const data = { issuer: "https://provider.example", subject: username, email: "", userId };
  await adminDb().linkedIdentity.create({ data });
  const { identities } = await ok("GET", "/user/linked-identities/", token);
  const unlink = "/user/linked-identities/unlink/";
  await audited("identity.unlinked", ["POST", unlink], token, {
    identity_id: identities[0].id,
    current_password: password,
  });
});

test("connections and settings", async () => {
  const { token } = await signUp();
  const { stripeSecretKey, authorizenetLoginId, authorizenetTransactionKey, ...keys } =
    emulators.credentials;
  await audited("integration.connected", ["POST", "/stripe/connect/"], token, {
    secret_key: stripeSecretKey,
  });
  for (const provider of ["qb", "stripe"]) {
    const back = await consented(`/${provider}/connect/`, token);
    await audited("integration.connected", ["POST", `/${provider}/callback/`], token, back);
  }
  await audited("integration.connected", ["POST", "/authorize/connect/"], token, {
    login_id: authorizenetLoginId,
    transcation_key: authorizenetTransactionKey,
  });
  await audited("integration.connected", ["POST", "/paypal/connect/"], token, {
    client_id: keys.paypalClientId,
    client_secret: keys.paypalClientSecret,
  });
  const saved = "integration.settings_saved";
  const { banks } = await ok("GET", "/qb/bank-account/", token);
  const bank = { bank_id: banks[0].Id, bank_name: banks[0].Name };
  await audited(saved, ["POST", "/qb/save-bank/"], token, bank);
  const { accounts } = await ok("GET", "/qb/clearing-account/", token);
  const clearing = { account_id: accounts[0].Id, account_name: accounts[0].Name };
  await audited(saved, ["POST", "/qb/save-clearing-account/"], token, clearing);
  await audited(saved, ["PUT", "/settings/payment-account/"], token, {
    account_id: clearing.account_id,
    from: "2026-11-01",
  });
  const { expenses } = await ok("GET", "/qb/get-expense/", token);
  const category = { category: expenses[0] };
  await audited(saved, ["POST", "/stripe/save-category/"], token, category);
  await audited(saved, ["POST", "/authorize/save-category/"], token, category);
  await audited(saved, ["POST", "/paypal/save-category/"], token, category);
  await audited(saved, ["PUT", "/authorize/settings/"], token, {
    discount_percent: "2.9",
    discount_fixed: "0.30",
    discount_timing: "daily",
  });
  await settled(token);

  const started = "integration.sync_started";
  await audited(started, ["POST", "/stripe/save-payouts/"], token);
  await audited(started, ["POST", "/paypal/sync/"], token);
  await audited(started, ["POST", "/qb/sync-payments/"], token);
  const synced = { action: "integration.synced" };
  expect(await adminDb().auditEvent.count({ where: synced })).toBeGreaterThanOrEqual(2);
  await workers.stop();
  const { run } = await ok("POST", "/stripe/save-payouts/?wait=0", token);
  await audited("integration.sync_cancelled", ["POST", "/sync-runs/cancel/"], token, {
    run_id: run?.id ?? (await ok("GET", "/sync-runs/", token)).runs[0].id,
  });
  workers = await startWorkers();

  const ended = "integration.disconnected";
  await ok("POST", "/stripe/connect/", token, { secret_key: emulators.credentials.stripeOtherKey });
  const { integrations } = await ok("GET", "/user/integrations/", token);
  const other = integrations.findLast(
    (each: { integration_type: string }) => each.integration_type === "stripe",
  );
  await audited(ended, ["POST", "/integrations/disconnect/"], token, { connection_id: other.id });
  await audited(ended, ["POST", "/stripe/disconnect-stripe/"], token);
  await audited(ended, ["POST", "/qb/disconnect-quickbook/"], token);
  await audited(ended, ["POST", "/authorize/disconnect/"], token);
  await audited(ended, ["POST", "/paypal/disconnect/"], token);
  const consent = await consented("/xero/connect/", token);
  await audited("integration.connected", ["POST", "/xero/callback/"], token, consent);
  const { banks: xeroBanks } = await ok("GET", "/xero/bank-account/", token);
  const [xeroBank] = xeroBanks;
  await audited(saved, ["POST", "/xero/save-bank/"], token, {
    bank_id: xeroBank.Id,
    bank_name: xeroBank.Name,
  });
  await settled(token);
  await audited(started, ["POST", "/xero/sync/"], token);
  await audited(ended, ["POST", "/xero/disconnect/"], token);
  await control(emulators, "/xero/company", { connects: "both" });
  const several = await consented("/xero/connect/", token);
  const { accounts: organisations } = await ok("POST", "/xero/callback/", token, several);
  await audited("integration.connected", ["POST", "/xero/choose/"], token, {
    ...{ state: several.state, account_id: organisations[0].id },
  });
  await ok("POST", "/xero/disconnect/", token);
  const { currency: _currency, ...settings } = await ok("GET", "/settings/company/", token);
  await audited("settings.saved", ["PUT", "/settings/company/"], token, {
    ...settings,
    daily_sync: false,
  });
  await audited("settings.kept", ["POST", "/settings/adopted/"], token);
});

test("deposits", async () => {
  // Stripe's bill is a line that no payment explains.
  const charges = [{ amount: 4_200, name: "Ann Baker" }];
  await control(emulators, "/stripe/payouts", { charges, fee: 1_275 });
  await control(emulators, "/quickbooks/payments", { amount: 4_200, customer: "Ann Baker" });
  const { token } = await connectedCompany(emulators);
  await settled(token);
  const [first, second] = await deposits(token, "suggested");
  const post = (path: string): [string, string] => ["POST", path];
  await audited("deposit.dismissed", post("/qb/dismiss-match/"), token, { deposit_id: first });
  await audited("deposit.dismissal_undone", post("/qb/undo-dismissal/"), token, {
    deposit_id: first,
  });
  await audited("deposit.dismissed", post("/qb/decide-suggestions/"), token, {
    deposit_ids: [first],
    decision: "dismiss",
  });
  await audited("deposit.confirmed", post("/qb/confirm-match/"), token, { deposit_id: second });
  await settled(token);
  await audited("deposit.undone", post("/qb/undo/"), token, { deposit_id: second });
  await bookAccounts(token);
  await makeRules(token);
  await adminDb().posting.updateMany({
    where: { state: { in: ["posted", "blocked"] } },
    data: { state: "failed" },
  });
  const [posted] = await deposits(token, "posted");
  // Simulates a refusal by QuickBooks: a user may then retry.
  await adminDb().deposit.updateMany({
    where: { id: posted ?? 0 },
    data: { status: "matched", quickbooksId: null },
  });
  await audited("deposit.posting_retried", post("/qb/retry-posting/"), token, {
    deposit_id: posted,
  });
  const { failures } = await ok("GET", "/jobs/failed/", token);
  await audited("failures.dismissed", post("/jobs/dismiss/"), token, {
    failure_id: failures[0].id,
  });
  await audited("deposit.posting_retried", post("/jobs/retry/"), token, {
    failure_id: failures[1].id,
  });
  const [pending] = await deposits(token, "pending");
  await matchByHand(token);
  await chooseForLines(token);
  await askClients(token, pending ?? 0, mails);
  await audited("deposit.own_day_restored", post("/qb/post-on-open-day/"), token, {
    ...{ deposit_id: pending, on: false },
  });
  await settled(token);
  await adminDb().deposit.updateMany({
    where: { id: posted ?? 0 },
    data: { status: "matched", quickbooksId: null },
  });
  await adminDb().posting.updateMany({
    where: { depositId: posted ?? 0 },
    data: { state: "blocked", errorCode: "books_closed" },
  });
  await control(emulators, "/quickbooks/company", { closedUntil: "2026-10-01" });
  await audited("deposit.open_day_chosen", post("/qb/post-all-on-open-day/"), token);
  await settled(token);
  await control(emulators, "/quickbooks/company", { closedUntil: null });
  await audited("deposit.deleted", post("/qb/delete-deposit/"), token, { deposit_id: pending });
  await audited("deposit.restored", post("/qb/restore-deposit/"), token, { deposit_id: pending });
  await workers.stop();
  const { run } = await audited("match_run.started", post("/qb/auto-match-runs/"), token, {
    deposit_ids: [pending],
  });
  await audited("match_run.cancelled", post("/qb/auto-match-runs/cancel/"), token, {
    match_run_id: run.id,
  });
  workers = await startWorkers();
});

test("the first review", () => reviewPostings(emulators));

test("changes by the engine are recorded as the product's own", async () => {
  const rows = await adminDb().auditEvent.findMany({ where: { userId: null } });
  const actions = new Set(rows.map(({ action }) => action));
  for (const action of ["deposit.received", "deposit.matched", "deposit.suggested"]) {
    expect(actions).toContain(action);
  }
});

test("every change by a user has the role that they had, and no other change has one", async () => {
  const rows = await adminDb().auditEvent.findMany();
  const byUsers = rows.filter(({ userId }) => userId !== null);
  expect(byUsers.length).toBeGreaterThan(100);
  const wrong = rows.filter(({ userId, role }) => (userId === null) !== (role === null));
  expect(wrong.map(({ action, userId, role }) => ({ action, userId, role }))).toEqual([]);
});

test("no row holds a secret", async () => {
  const rows = await adminDb().auditEvent.findMany();
  const text = JSON.stringify(rows, (_key, value) =>
    typeof value === "bigint" ? String(value) : value,
  );
  const { stripeSecretKey, authorizenetTransactionKey, paypalClientSecret } = emulators.credentials;
  for (const secret of [
    stripeSecretKey,
    authorizenetTransactionKey,
    paypalClientSecret,
    "TOKEN ",
  ]) {
    expect(text).not.toContain(secret);
  }
  expect(text).not.toMatch(/argon2|password_hash|\$2[aby]\$/);
});

test("every endpoint that changes something is called above", () => {
  const changing = endpoints.filter(({ method }) => method !== "GET");
  expect(new Set(changing.map(({ method, path }) => `${method} ${path}`))).toEqual(covered);
});
