import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Emulators, startEmulators } from "@/emulators/start";
import { credentialStore } from "@/server/connections/credentials";
import { mintCompanyId } from "@/server/platform/company-id";
import { log } from "@/server/platform/logger";
import { injectFault } from "@/tests/support/emulators";
import { adminDb } from "../support/admin-db";
import { call, ok } from "../support/client";
import { connectedCompany, signUp, type TestCompany } from "../support/company";
import { eventually } from "../support/eventually";
import { codeIn, type MailServer, startMailServer } from "../support/mail-server";
import { browser } from "../support/reset";
import { type Running, settled, startWorkers } from "../support/worker";

const lines: string[] = [];
// Runs before the first log line: the logger keeps the standard output it finds.
vi.spyOn(process.stdout, "write").mockImplementation((chunk) => {
  lines.push(String(chunk));
  return true;
});
process.env.LOG_LEVEL = "trace";

let emulators: Emulators;
let workers: Running;
let mails: MailServer;
let company: TestCompany;
/** Every value that must not appear in a log, with its name. */
const seeded = new Map<string, string>();

beforeAll(async () => {
  mails = await startMailServer();
  emulators = await startEmulators({ seed: 5, today: "2026-11-02", company: "small" });
  Object.assign(process.env, emulators.env, { SMTP_URL: mails.url });
  workers = await startWorkers();
  seeded.set(process.env.APP_SECRET ?? "", "APP_SECRET");
  seeded.set(process.env.QUICKBOOKS_CLIENT_SECRET ?? "", "QUICKBOOKS_CLIENT_SECRET");
  seeded.set(emulators.credentials.stripeSecretKey, "the Stripe key");
});

afterAll(async () => {
  vi.restoreAllMocks();
  await workers.stop();
  await emulators.close();
  await mails.close();
});

const bare = (token: string) => token.replace("TOKEN ", "");

test("signing up, connecting and syncing, with failing providers", async () => {
  company = await connectedCompany(emulators);
  seeded.set(bare(company.token), "a session's token");
  seeded.set(company.password, "a password");
  await settled(company.token);
  for (const fault of [
    { provider: "stripe", kind: "status", status: 500, times: 8 },
    { provider: "quickbooks", kind: "status", status: 401, times: 4 },
  ]) {
    await injectFault(emulators, fault);
  }
  await call("POST", "/stripe/save-payouts/", { token: company.token });
  await call("POST", "/qb/sync-payments/", { token: company.token });
  await settled(company.token);
  await fetch(`${emulators.control.url}/faults`, { method: "DELETE" });
  for (const row of await adminDb().integration.findMany()) {
    const scope = { companyId: mintCompanyId(row.companyId), userId: null, requestId: null };
    const credentials = (await credentialStore(scope, row, "bookkeeping").current()) as Record<
      string,
      unknown
    >;
    for (const value of Object.values(credentials)) {
      if (typeof value === "string" && value.length > 12) seeded.set(value, row.provider);
    }
  }
});

test("refused keys and callbacks", async () => {
  const token = (await signUp()).token;
  const wrong = { secret_key: `sk_test_${randomUUID().replaceAll("-", "")}` };
  seeded.set(wrong.secret_key, "a refused Stripe key");
  expect((await call("POST", "/stripe/connect/", { token, body: wrong })).status).toBe(422);
  const { authorization_url } = await ok("GET", "/qb/connect/", token);
  const state = new URL(authorization_url).searchParams.get("state") ?? "";
  const body = { code: `code-${randomUUID()}`, realmId: "1", state };
  seeded.set(state, "an OAuth state");
  seeded.set(body.code, "an OAuth code");
  expect((await call("POST", "/qb/callback/", { token, body })).status).not.toBe(200);
});

const isResetMailTo = (email: string) => (mail: { to: string[]; raw: string }) =>
  mail.to.includes(email) && /^\d{6}\r$/m.test(mail.raw);

test("failed sign-ins, and a password reset", async () => {
  const visitor = browser();
  const guess = `guess-${randomUUID()}`;
  seeded.set(guess, "a wrong password");
  await visitor.login(company.username, guess);
  const email = `${company.username}@example.com`;
  await visitor.send(email);
  // Mails about the faults before may arrive first.
  const code = await eventually(() => codeIn(mails.received.find(isResetMailTo(email))?.raw ?? ""));
  seeded.set(code, "a reset code");
  expect((await visitor.verify(email, code)).status).toBe(200);
  for (const cookie of visitor.cookies.values()) seeded.set(cookie, "a reset grant");
  const fresh = `fresh-${randomUUID()}`;
  seeded.set(fresh, "a new password");
  expect((await visitor.reset(email, fresh)).status).toBe(200);
});

test("an internal error that contains a request", () => {
  const secret = randomUUID();
  seeded.set(secret, "a header in an error");
  const headers = { authorization: `TOKEN ${secret}`, cookie: `session=${secret}` };
  log().error({ error: Object.assign(new Error("boom"), { request: { headers } }) }, "failed");
  log().info({ headers, deep: { list: [{ access_token: secret }] } }, `sent TOKEN ${secret}`);
});

test("none of them is in any log line", () => {
  const logged = lines.filter((line) => line.startsWith("{"));
  expect(logged.length).toBeGreaterThan(5);
  expect(seeded.size).toBeGreaterThan(12);
  for (const [secret, what] of seeded) {
    expect(secret.length, what).toBeGreaterThanOrEqual(6);
    expect(
      logged.filter((line) => line.includes(secret)),
      what,
    ).toEqual([]);
  }
});

test("a log line of a request has its id, and so does the answer", async () => {
  lines.length = 0;
  const requestId = `test-${randomUUID()}`;
  await injectFault(emulators, { provider: "stripe", kind: "status", status: 500, times: 20 });
  const answer = await call("POST", "/stripe/connect/", {
    token: (await signUp()).token,
    body: { secret_key: emulators.credentials.stripeSecretKey },
    headers: { "x-request-id": requestId },
  });
  expect(answer.body.request_id).toBe(requestId);
  expect(answer.headers.get("x-request-id")).toBe(requestId);
  const ofRequest = lines
    .filter((line) => line.includes(requestId))
    .map((line) => JSON.parse(line));
  expect(ofRequest.length).toBeGreaterThan(0);
  for (const line of ofRequest) expect(line.requestId).toBe(requestId);
});
