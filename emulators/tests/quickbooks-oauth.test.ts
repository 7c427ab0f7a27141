import OAuthClient from "intuit-oauth";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Emulators } from "@/emulators/start";
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

let emulators: Emulators;

beforeAll(async () => {
  emulators = await start({ company: "empty" });
});
afterAll(() => emulators.close());

function authorizeAddress(): string {
  return oauthClient(emulators).authorizeUri({
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
  const foreign = authorizeAddress().replace(emulators.credentials.quickbooksClientId, "other");
  expect((await fetch(foreign)).status).toBe(400);
});

test("a code gives tokens once, and only to its redirect address", async () => {
  const target = await submitConsent(authorizeAddress(), "connect");
  expect(target.searchParams.get("realmId")).toBe(emulators.credentials.realmId);
  const stranger = oauthClient(emulators);
  Object.assign(stranger, { redirectUri: "http://127.0.0.1:9/elsewhere" });
  await expect(stranger.createToken(target.href)).rejects.toMatchObject({ error: "invalid_grant" });
  const client = oauthClient(emulators);
  await client.createToken(target.href);
  expect(client.getToken()).toMatchObject({
    token_type: "bearer",
    expires_in: 3600,
    x_refresh_token_expires_in: 8_640_000,
    realmId: emulators.credentials.realmId,
  });
  expect(client.isAccessTokenValid()).toBe(true);
  await expect(client.createToken(target.href)).rejects.toMatchObject({ error: "invalid_grant" });
});

test("a wrong client secret is refused", async () => {
  const target = await submitConsent(authorizeAddress(), "connect");
  const client = oauthClient(emulators);
  Object.assign(client, { clientSecret: "wrong" });
  await expect(client.createToken(target.href)).rejects.toMatchObject({ error: "invalid_client" });
});

test("refresh returns a new pair; the old refresh token stays valid for a while", async () => {
  const client = await connectQuickBooks(emulators);
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
  const client = await connectQuickBooks(emulators);
  Object.assign(client, { includeRefreshTokenHardExpiresIn: true });
  await client.refresh();
  expect(client.getToken().x_refresh_token_hard_expires_in).toBe(157_680_000);
});

test("expired and revoked tokens answer 401 in the gateway's lower case", async () => {
  const client = await connectQuickBooks(emulators);
  const access = client.getToken().access_token ?? "";
  const qbo = books(emulators, access);
  await qbo("getCompanyInfo", emulators.credentials.realmId);
  await control(emulators, "POST", "/tokens/expire");
  const refused = await qbo("getCompanyInfo", emulators.credentials.realmId).catch(
    (error) => error,
  );
  expect(refused.response).toMatchObject({
    status: 401,
    data: { fault: { error: [{ code: "3200" }], type: "AUTHENTICATION" } },
  });
  await client.refresh();
  const again = books(emulators, client.getToken().access_token ?? "");
  await again("getCompanyInfo", emulators.credentials.realmId);
  const refreshToken = client.getToken().refresh_token ?? "";
  await client.revoke();
  expect((await refusal(again("getCompanyInfo", emulators.credentials.realmId))).status).toBe(401);
  await expect(client.refreshUsingToken(refreshToken)).rejects.toMatchObject({
    error: "invalid_grant",
  });
});

test("another company's books are forbidden", async () => {
  const access = (await connectQuickBooks(emulators)).getToken().access_token ?? "";
  const answer = await fetch(`${emulators.quickbooks.url}/v3/company/999/companyinfo/999`, {
    headers: { authorization: `Bearer ${access}` },
  });
  expect(answer.status).toBe(403);
  expect(await answer.json()).toMatchObject({ fault: { error: [{ code: "3100" }] } });
});
