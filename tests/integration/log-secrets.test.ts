import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Sandbox, startSandbox } from "@/sandbox/start";
import { mintCompanyId } from "@/server/auth/company-id";
import { credentialStore } from "@/server/integrations/credential-store";
import { log } from "@/server/logger";
import { call, ok } from "../setup/client";
import { connectedCompany, signUp, type TestCompany } from "../setup/company";
import { everything } from "../setup/everything";
import { codeIn, type MailServer, startMailServer } from "../setup/mail-server";
import { browser } from "../setup/reset";
import { injectFault } from "../setup/stand-in";
import { type Running, settled, startWorkers } from "../setup/worker";

const lines: string[] = [];
// Before the first line is logged: the logger takes standard output as it finds it.
vi.spyOn(process.stdout, "write").mockImplementation((chunk) => {
  lines.push(String(chunk));
  return true;
});
process.env.LOG_LEVEL = "trace";

let sandbox: Sandbox;
let workers: Running;
let mails: MailServer;
let company: TestCompany;
/** Everything that must not be found in a log, with what it is. */
const planted = new Map<string, string>();

beforeAll(async () => {
  mails = await startMailServer();
  sandbox = await startSandbox({ seed: 5, today: "2026-11-02" });
  Object.assign(process.env, sandbox.env, { SMTP_URL: mails.url });
  workers = await startWorkers();
  planted.set(process.env.APP_SECRET ?? "", "APP_SECRET");
  planted.set(process.env.QUICKBOOKS_CLIENT_SECRET ?? "", "QUICKBOOKS_CLIENT_SECRET");
  planted.set(sandbox.credentials.stripeSecretKey, "the Stripe key");
});

afterAll(async () => {
  vi.restoreAllMocks();
  await workers.stop();
  await sandbox.close();
  await mails.close();
});

const bare = (token: string) => token.replace("TOKEN ", "");

test("signing up, connecting and syncing, with providers that fail on the way", async () => {
  company = await connectedCompany(sandbox);
  planted.set(bare(company.token), "a session's token");
  planted.set(company.password, "a password");
  await settled(company.token);
  for (const fault of [
    { provider: "stripe", kind: "status", status: 500, times: 8 },
    { provider: "quickbooks", kind: "status", status: 401, times: 4 },
  ]) {
    await injectFault(sandbox, fault);
  }
  await call("POST", "/stripe/save-payouts/", { token: company.token });
  await call("POST", "/qb/sync-payments/", { token: company.token });
  await settled(company.token);
  await fetch(`${sandbox.control.url}/faults`, { method: "DELETE" });
  for (const row of await everything().integration.findMany()) {
    const scope = { companyId: mintCompanyId(row.companyId), userId: null, requestId: null };
    const credentials = (await credentialStore(scope, row).current()) as Record<string, unknown>;
    for (const value of Object.values(credentials)) {
      if (typeof value === "string" && value.length > 12) planted.set(value, row.provider);
    }
  }
});

test("keys and callbacks that are refused", async () => {
  const token = (await signUp()).token;
  const wrong = { secret_key: `sk_test_${randomUUID().replaceAll("-", "")}` };
  planted.set(wrong.secret_key, "a refused Stripe key");
  expect((await call("POST", "/stripe/connect/", { token, body: wrong })).status).toBe(422);
  const { authorization_url } = await ok("GET", "/qb/connect/", token);
  const state = new URL(authorization_url).searchParams.get("state") ?? "";
  const body = { code: `code-${randomUUID()}`, realmId: "1", state };
  planted.set(state, "an OAuth state");
  planted.set(body.code, "an OAuth code");
  expect((await call("POST", "/qb/callback/", { token, body })).status).not.toBe(200);
});

test("signing in wrongly, and resetting a password", async () => {
  const visitor = browser();
  const guess = `guess-${randomUUID()}`;
  planted.set(guess, "a wrong password");
  await visitor.login(company.username, guess);
  const email = `${company.username}@example.com`;
  await visitor.send(email);
  const [mail] = await mails.waitFor(email);
  const code = codeIn(mail?.raw ?? "");
  planted.set(code, "a reset code");
  expect((await visitor.verify(email, code)).status).toBe(200);
  for (const cookie of visitor.cookies.values()) planted.set(cookie, "a reset grant");
  const fresh = `fresh-${randomUUID()}`;
  planted.set(fresh, "a new password");
  expect((await visitor.reset(email, fresh)).status).toBe(200);
});

test("an error of ours, with a request in it", () => {
  const secret = randomUUID();
  planted.set(secret, "a header in an error");
  const headers = { authorization: `TOKEN ${secret}`, cookie: `session=${secret}` };
  log().error({ error: Object.assign(new Error("boom"), { request: { headers } }) }, "failed");
  log().info({ headers, deep: { list: [{ access_token: secret }] } }, `sent TOKEN ${secret}`);
});

test("none of it is in any line that was logged", () => {
  const logged = lines.filter((line) => line.startsWith("{"));
  expect(logged.length).toBeGreaterThan(5);
  expect(planted.size).toBeGreaterThan(12);
  for (const [secret, what] of planted) {
    expect(secret.length, what).toBeGreaterThanOrEqual(6);
    expect(
      logged.filter((line) => line.includes(secret)),
      what,
    ).toEqual([]);
  }
});

test("a line logged on behalf of a request names it, as its answer does", async () => {
  lines.length = 0;
  const requestId = `test-${randomUUID()}`;
  await injectFault(sandbox, { provider: "stripe", kind: "status", status: 500, times: 20 });
  const answer = await call("POST", "/stripe/connect/", {
    token: (await signUp()).token,
    body: { secret_key: sandbox.credentials.stripeSecretKey },
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
