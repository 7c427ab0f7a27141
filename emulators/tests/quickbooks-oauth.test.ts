import OAuthClient from "intuit-oauth";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Sandbox } from "@/emulators/start";
import {
  books,
  CALLBACK,
  connectQuickBooks,
  control,
  oauthClient,
  refusal,
  start,
  submitConsent,
} from "./clients";

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await start({ company: "empty" });
});
afterAll(() => sandbox.close());

function authorizeAddress(): string {
  return oauthClient(sandbox).authorizeUri({
    scope: OAuthClient.scopes.Accounting,
    state: "state & more",
  });
}

test("Cancel leads back with access_denied and the state", async () => {
  const target = await submitConsent(authorizeAddress(), "cancel");
  expect(target.href.startsWith(CALLBACK)).toBe(true);
  expect(target.searchParams.get("error")).toBe("access_denied");
  expect(target.searchParams.get("state")).toBe("state & more");
  expect(target.searchParams.get("code")).toBeNull();
});

test("the page refuses a foreign client and shows the company to ours", async () => {
  const page = await fetch(authorizeAddress());
  expect(await page.text()).toContain("Connect Sample Company");
  const foreign = authorizeAddress().replace(sandbox.credentials.quickbooksClientId, "other");
  expect((await fetch(foreign)).status).toBe(400);
});

test("a code gives tokens once, and only to its redirect address", async () => {
  const target = await submitConsent(authorizeAddress(), "connect");
  expect(target.searchParams.get("realmId")).toBe(sandbox.credentials.realmId);
  const stranger = oauthClient(sandbox);
  Object.assign(stranger, { redirectUri: "http://127.0.0.1:9/elsewhere" });
  await expect(stranger.createToken(target.href)).rejects.toMatchObject({ error: "invalid_grant" });
  const client = oauthClient(sandbox);
  await client.createToken(target.href);
  expect(client.getToken()).toMatchObject({
    token_type: "bearer",
    expires_in: 3600,
    x_refresh_token_expires_in: 8_640_000,
    realmId: sandbox.credentials.realmId,
  });
  expect(client.isAccessTokenValid()).toBe(true);
  await expect(client.createToken(target.href)).rejects.toMatchObject({ error: "invalid_grant" });
});

test("a wrong client secret is refused", async () => {
  const target = await submitConsent(authorizeAddress(), "connect");
  const client = oauthClient(sandbox);
  Object.assign(client, { clientSecret: "wrong" });
  await expect(client.createToken(target.href)).rejects.toMatchObject({ error: "invalid_client" });
});

test("refresh returns a new pair; the old refresh token stays valid for a while", async () => {
  const client = await connectQuickBooks(sandbox);
  const old = client.getToken().refresh_token ?? "";
  await client.refresh();
  const fresh = client.getToken().refresh_token ?? "";
  expect(fresh).not.toBe(old);
  await client.refreshUsingToken(old);
  await client.refreshUsingToken(fresh);
});

test("with strict rotation the old refresh token ends immediately", async () => {
  const strict = await start({ company: "empty", refreshRotation: "strict" });
  const client = await connectQuickBooks(strict);
  const old = client.getToken().refresh_token ?? "";
  await client.refresh();
  await expect(client.refreshUsingToken(old)).rejects.toMatchObject({ error: "invalid_grant" });
  await strict.close();
});

test("the hard limit is returned only on request", async () => {
  const client = await connectQuickBooks(sandbox);
  Object.assign(client, { includeRefreshTokenHardExpiresIn: true });
  await client.refresh();
  expect(client.getToken().x_refresh_token_hard_expires_in).toBe(157_680_000);
});

test("expired and revoked tokens answer 401 in the gateway's lower case", async () => {
  const client = await connectQuickBooks(sandbox);
  const access = client.getToken().access_token ?? "";
  const qbo = books(sandbox, access);
  await qbo("getCompanyInfo", sandbox.credentials.realmId);
  await control(sandbox, "POST", "/tokens/expire");
  const refused = await qbo("getCompanyInfo", sandbox.credentials.realmId).catch((error) => error);
  expect(refused.response).toMatchObject({
    status: 401,
    data: { fault: { error: [{ code: "3200" }], type: "AUTHENTICATION" } },
  });
  await client.refresh();
  const again = books(sandbox, client.getToken().access_token ?? "");
  await again("getCompanyInfo", sandbox.credentials.realmId);
  const refreshToken = client.getToken().refresh_token ?? "";
  await client.revoke();
  expect((await refusal(again("getCompanyInfo", sandbox.credentials.realmId))).status).toBe(401);
  await expect(client.refreshUsingToken(refreshToken)).rejects.toMatchObject({
    error: "invalid_grant",
  });
});

test("another company's books are forbidden", async () => {
  const access = (await connectQuickBooks(sandbox)).getToken().access_token ?? "";
  const answer = await fetch(`${sandbox.quickbooks.url}/v3/company/999/companyinfo/999`, {
    headers: { authorization: `Bearer ${access}` },
  });
  expect(answer.status).toBe(403);
  expect(await answer.json()).toMatchObject({ fault: { error: [{ code: "3100" }] } });
});
