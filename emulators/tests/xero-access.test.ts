import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Emulators } from "@/emulators/start";
import { control, start, submitConsent } from "./clients";
import {
  askTokens,
  authorise,
  basicOf,
  codeOf,
  connectXero,
  XERO_CALLBACK,
  XERO_SCOPES,
  xeroClient,
} from "./xero-client";

let emulators: Emulators;

beforeAll(async () => {
  emulators = await start({ company: "empty" });
});
beforeEach(() => control(emulators, "POST", "/reset"));
afterAll(() => emulators.close());

const set = (body: object) => control(emulators, "POST", "/xero/company", body);
const wait = (offsetSeconds: number) => control(emulators, "POST", "/clock", { offsetSeconds });
const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());

test("consent leads back with code and state; an address or scope that Xero refuses is shown", async () => {
  const target = await submitConsent(authorise(emulators), "connect");
  expect(target.href.startsWith(XERO_CALLBACK)).toBe(true);
  expect(target.searchParams.get("state")).toBe("state & more");
  const cancelled = await submitConsent(authorise(emulators), "cancel");
  expect(cancelled.searchParams.get("error")).toBe("access_denied");
  const shown = async (options: object) => (await fetch(authorise(emulators, options))).status;
  expect(await shown({ redirect: "http://localhost:3000/back" })).toBe(200);
  expect(await shown({ redirect: "http://127.0.0.1:3000/back" })).toBe(400);
  expect(await shown({ redirect: "http://matcher.example/back" })).toBe(400);
  const broad = { scope: "offline_access accounting.transactions" };
  expect(await (await fetch(authorise(emulators, broad))).text()).toContain("invalid_scope");
  await set({ scopes: "broad" });
  expect(await shown(broad)).toBe(200);
});

test("a code works once and for five minutes, with the secret or with the verifier of PKCE", async () => {
  const code = await codeOf(authorise(emulators));
  expect(await askTokens(emulators, code, { secret: "wrong" })).toMatchObject({
    status: 400,
    body: { error: "invalid_client" },
  });
  const { body } = await askTokens(emulators, code);
  expect(body).toMatchObject({ expires_in: 1800, token_type: "Bearer", scope: XERO_SCOPES });
  expect(claimsOf(body.access_token).authentication_event_id).toMatch(/^[0-9a-f-]{36}$/);
  expect((await askTokens(emulators, code)).body).toEqual({ error: "invalid_grant" });
  const late = await codeOf(authorise(emulators));
  await wait(301);
  expect((await askTokens(emulators, late)).body).toEqual({ error: "invalid_grant" });
  const proven = await codeOf(authorise(emulators, { pkce: true }));
  expect((await askTokens(emulators, proven)).body).toEqual({ error: "invalid_grant" });
  expect((await askTokens(emulators, proven, { pkce: true })).status).toBe(200);
  const online = await codeOf(authorise(emulators, { scope: "accounting.contacts" }));
  expect((await askTokens(emulators, online)).body.refresh_token).toBeUndefined();
});

test("refresh tokens rotate, and the old one works for thirty more minutes", async () => {
  const { tokens, xero } = await connectXero(emulators);
  const refresh = (refresh_token: string) =>
    askTokens(emulators, { grant_type: "refresh_token", refresh_token });
  const second = await refresh(tokens.refresh_token);
  expect(second.body.refresh_token).not.toBe(tokens.refresh_token);
  await wait(29 * 60);
  expect((await refresh(tokens.refresh_token)).status).toBe(200);
  await wait(31 * 60);
  expect((await refresh(tokens.refresh_token)).body).toEqual({ error: "invalid_grant" });
  expect((await refresh(second.body.refresh_token)).status).toBe(200);
  const expired = await xero("GET", "Organisation");
  expect(expired).toMatchObject({ status: 401, body: { Title: "Unauthorized" } });
  expect(expired.body.Detail).toMatch(/^TokenExpired: /);
  await control(emulators, "POST", "/tokens/expire", { refresh: true });
  expect((await refresh(second.body.refresh_token)).status).toBe(400);
});

test("connections hold a practice and an organisation of another consent; a lost one answers 403", async () => {
  const { tokens, xero } = await connectXero(emulators);
  const { authentication_event_id } = claimsOf(tokens.access_token);
  const { body } = await xero("GET", "/connections");
  expect(body).toMatchObject([
    { tenantName: "Rimu Pty Ltd", tenantType: "ORGANISATION" },
    { tenantType: "PRACTICE", authEventId: authentication_event_id },
    { tenantName: "Kauri & Co", authEventId: authentication_event_id },
  ]);
  expect(body[0].authEventId).not.toBe(authentication_event_id);
  const ofEvent = `/connections?authEventId=${authentication_event_id}`;
  expect((await xero("GET", ofEvent)).body).toHaveLength(2);
  const other = { "xero-tenant-id": body[0].tenantId };
  const { Organisations } = (await xero("GET", "Organisation", undefined, other)).body;
  expect(Organisations).toMatchObject([{ CountryCode: "AU", Timezone: "AUSEASTERNSTANDARDTIME" }]);
  expect((await xero("DELETE", `/connections/${body[2].id}`)).status).toBe(204);
  expect(await xero("GET", "Organisation")).toMatchObject({
    status: 403,
    body: { Detail: "AuthenticationUnsuccessful" },
  });
  await connectXero(emulators);
  const revoked = await fetch(emulators.env.XERO_REVOKE_URL ?? "", {
    method: "POST",
    headers: { authorization: basicOf(emulators) },
    body: new URLSearchParams({ token: tokens.refresh_token }),
  });
  expect(revoked.status).toBe(200);
  const { xero: again } = await connectXero(emulators);
  expect((await again("GET", "/connections")).body).toHaveLength(3);
  expect((await xero("GET", "Organisation")).status).toBe(401);
});

test("a scope that was not granted answers 401, for writing where only reading was", async () => {
  const { xero } = await connectXero(emulators, "accounting.contacts.read");
  expect((await xero("GET", "Contacts")).status).toBe(200);
  for (const refused of [await xero("PUT", "Contacts", {}), await xero("GET", "Payments")]) {
    expect(refused).toMatchObject({ status: 401, body: { Detail: "AuthorizationUnsuccessful" } });
  }
});

test("limits: what is left is in every answer; beyond, 429 with its name and a time to wait", async () => {
  const limited = await start({ company: "empty", xeroLimits: true });
  try {
    const { xero } = await connectXero(limited);
    const first = await xero("GET", "Organisation");
    expect(first.headers.get("x-minlimit-remaining")).toBe("59");
    expect(first.headers.get("x-daylimit-remaining")).toBe("4999");
    await control(limited, "POST", "/faults", { provider: "xero", kind: "hold", times: 5 });
    const held = Array.from({ length: 5 }, () => xero("GET", "Currencies"));
    await expect
      .poll(async () => {
        const { body } = await control(limited, "GET", "/requests");
        return (body.requests as unknown as { path: string }[]).filter(({ path }) =>
          /Curr/.test(path),
        ).length;
      })
      .toBe(5);
    const sixth = await xero("GET", "Organisation");
    expect(sixth.headers.get("x-rate-limit-problem")).toBe("concurrent");
    expect(sixth.headers.get("retry-after")).toBeNull();
    await control(limited, "DELETE", "/faults");
    await Promise.all(held);
    for (let call = 6; call < 60; call += 1) await xero("GET", "Organisation");
    const over = await xero("GET", "Organisation");
    expect(over).toMatchObject({ status: 429, text: "" });
    expect(over.headers.get("x-rate-limit-problem")).toBe("minute");
    expect(Number(over.headers.get("retry-after"))).toBeGreaterThan(0);
    const day = { dayCallsLeft: 0, limitWords: { day: "Day Limit" } };
    await control(limited, "POST", "/xero/company", day);
    await control(limited, "POST", "/clock", { offsetSeconds: 60 });
    const tomorrow = await xero("GET", "Organisation");
    expect(tomorrow.headers.get("x-rate-limit-problem")).toBe("Day Limit");
    await control(limited, "POST", "/xero/company", { dayCallsLeft: null });
    expect((await xero("GET", "Organisation")).status).toBe(200);
  } finally {
    await limited.close();
  }
});

test("faults come in Xero's shapes, and no secret is in the log", async () => {
  const { tokens, xero } = await connectXero(emulators);
  const fault = (more: object) =>
    control(emulators, "POST", "/faults", { provider: "xero", kind: "status", ...more });
  await fault({ status: 400, match: { path: "refresh_token" } });
  await fault({
    status: 429,
    code: "Day Limit",
    retryAfter: 7200,
    match: { path: "Organisation" },
  });
  await fault({ status: 503, match: { path: "Organisation" } });
  await fault({ status: 409, match: { path: "Organisation" } });
  await fault({ status: 408, match: { path: "refresh_token" } });
  const refresh = { grant_type: "refresh_token", refresh_token: tokens.refresh_token };
  expect((await askTokens(emulators, refresh)).body).toEqual({ error: "invalid_grant" });
  const throttled = await xero("GET", "Organisation");
  expect(throttled.headers.get("x-rate-limit-problem")).toBe("Day Limit");
  expect(throttled.headers.get("retry-after")).toBe("7200");
  expect((await xero("GET", "Organisation")).status).toBe(503);
  expect((await xero("GET", "Organisation")).status).toBe(409);
  expect((await askTokens(emulators, refresh)).status).toBe(408);
  const offline = xeroClient(emulators, "unknown");
  expect((await offline("GET", "Organisation")).status).toBe(401);
  const log = JSON.stringify((await control(emulators, "GET", "/requests")).body);
  expect(log).toContain("refresh_token");
  for (const secret of [tokens.access_token, tokens.refresh_token]) {
    expect(log).not.toContain(secret);
  }
});
