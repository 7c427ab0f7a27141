import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { control as send, submitConsent } from "@/emulators/tests/clients";
import {
  CALLBACK,
  connectQuickBooks,
  type Emulators,
  failure,
  MemoryStore,
  printed,
  quickBooksProvider,
  READER,
  requests,
  startEmulators,
} from "./support";

let emulators: Emulators;

beforeAll(async () => {
  emulators = await startEmulators({ company: "empty", refreshRotation: "strict" });
});

afterEach(async () => {
  await send(emulators, "DELETE", "/faults");
  await send(emulators, "DELETE", "/requests");
});
afterAll(() => emulators.close());

function fault(input: object) {
  return send(emulators, "POST", "/faults", { provider: "quickbooks", ...input });
}

async function freshCode(): Promise<string> {
  const { redirectConnect } = quickBooksProvider(emulators);
  const back = await submitConsent(redirectConnect.authorizationUrl("s1", CALLBACK), "connect");
  return back.searchParams.get("code") ?? "";
}

async function exchange(code: string, changes = {}) {
  const { realmId } = emulators.credentials;
  const { redirectConnect } = quickBooksProvider(emulators, changes);
  return redirectConnect.exchange({ code, realmId, redirectUri: CALLBACK, reader: READER });
}

const tokenPosts = () => requests(emulators, "/tokens/bearer");
/** Expired for us, although Intuit would still accept it. */
const OVER = { accessExpiresAt: 0 };

describe("connecting", () => {
  it("redirects to Intuit with the requested scopes", () => {
    const { redirectConnect } = quickBooksProvider(emulators);
    const address = new URL(redirectConnect.authorizationUrl("a state", CALLBACK));
    expect(address.origin + address.pathname).toBe(`${emulators.quickbooks.url}/connect/oauth2`);
    expect(Object.fromEntries(address.searchParams)).toEqual({
      client_id: emulators.credentials.quickbooksClientId,
      redirect_uri: CALLBACK,
      response_type: "code",
      scope: "com.intuit.quickbooks.accounting",
      state: "a state",
    });
  });

  it.each([
    ["https://books.example.com/quickbooks/callback", true],
    ["http://books.example.com/quickbooks/callback", false],
    ["http://localhost:3000/quickbooks/callback", false],
    ["https://localhost/quickbooks/callback", false],
    ["https://192.0.2.7/quickbooks/callback", false],
    ["https://[2001:db8::7]/quickbooks/callback", false],
  ])("with production keys says of %s what Intuit says: %s", async (callback, isTaken) => {
    await send(emulators, "POST", "/quickbooks/company", { productionKeys: true });
    const { redirectConnect } = quickBooksProvider(emulators, { environment: "production" });
    const page = await fetch(redirectConnect.authorizationUrl("s1", callback));
    await send(emulators, "POST", "/quickbooks/company", { productionKeys: false });
    const refusal = redirectConnect.refusesAddress?.(callback);
    expect([page.ok, refusal === undefined]).toEqual([isTaken, isTaken]);
    if (!isTaken)
      expect(refusal).toContain(
        `is at ${new URL(callback).origin}. Its operator has to set APP_URL`,
      );
    expect(
      quickBooksProvider(emulators).redirectConnect.refusesAddress?.(callback),
    ).toBeUndefined();
  });

  it("returns the company and sealable credentials", async () => {
    const connection = await connectQuickBooks(emulators);
    const { realmId } = emulators.credentials;
    expect(connection).toEqual({
      externalAccountId: realmId,
      displayName: "Sample Company",
      livemode: false,
      currency: "USD",
      place: { country: "US", region: "", timeZone: "" },
      credentials: {
        realmId,
        homeCurrency: "USD",
        accessToken: expect.any(String),
        accessExpiresAt: expect.any(Number),
        refreshToken: expect.stringMatching(/^RT1-/),
        refreshExpiresAt: expect.any(Number),
        hardExpiresAt: expect.any(Number),
      },
    });
    expect(JSON.parse(JSON.stringify(connection.credentials))).toEqual(connection.credentials);
  });

  it("uses the edition's currency when preferences can't be read", async () => {
    await send(emulators, "POST", "/faults", {
      provider: "quickbooks",
      match: { path: "/preferences" },
      kind: "status",
      status: 404,
    });
    expect((await connectQuickBooks(emulators)).currency).toBe("USD");
  });

  it("accepts a code once", async () => {
    const code = await freshCode();
    await exchange(code);
    const error = await failure(exchange(code));
    expect(error).toMatchObject({
      failure: "unauthorized",
      detail: { code: "invalid_grant", status: 400 },
    });
    expect(printed(error)).not.toContain(code);
  });

  it("reports a wrong client secret as the operator's error", async () => {
    const error = await failure(exchange(await freshCode(), { clientSecret: "hush-hush-hush" }));
    expect(error).toMatchObject({ failure: "rejected", detail: { code: "invalid_client" } });
    const basic = Buffer.from(`${emulators.credentials.quickbooksClientId}:hush-hush-hush`);
    expect(printed(error)).not.toContain("hush");
    expect(printed(error)).not.toContain(basic.toString("base64"));
  });

  it.each([undefined, "", "../../9341453908472615", "12a"])(
    "refuses %j as a company",
    async (realmId) => {
      const callback = {
        code: "any",
        redirectUri: CALLBACK,
        reader: READER,
        ...(realmId ? { realmId } : {}),
      };
      const error = await failure(quickBooksProvider(emulators).redirectConnect.exchange(callback));
      expect(error).toMatchObject({ failure: "rejected", detail: { code: "realm_missing" } });
      expect(await tokenPosts()).toHaveLength(0);
    },
  );

  it("is not offered without an app id", () => {
    const config = { clientId: undefined, clientSecret: undefined };
    expect(() => quickBooksProvider(emulators, config)).toThrow("client id is missing");
  });

  it.each([
    { input: { kind: "status", status: 503 }, expected: "unavailable" },
    { input: { kind: "status", status: 429, retryAfter: 7 }, expected: "rate_limited" },
    { input: { kind: "cut_after" }, expected: "unavailable" },
    { input: { kind: "malformed" }, expected: "unavailable" },
    { input: { kind: "truncated" }, expected: "unavailable" },
    { input: { kind: "timeout" }, expected: "unavailable" },
  ])("sends a code once, also when $input.kind $input.status comes back", async (failing) => {
    const code = await freshCode();
    await fault({ match: { path: "/tokens/bearer" }, ...failing.input });
    const error = await failure(exchange(code, { timeoutMs: 300 }));
    expect(error.failure).toBe(failing.expected);
    expect(error.detail.retryAfterSeconds).toBe(failing.input.retryAfter);
    expect(printed(error)).not.toContain(code);
    expect(printed(error)).not.toContain(emulators.credentials.quickbooksClientSecret);
    expect(await tokenPosts()).toHaveLength(1);
  });

  it("revokes: afterwards every call fails", async () => {
    const store = new MemoryStore((await connectQuickBooks(emulators)).credentials);
    const { redirectConnect, ledger } = quickBooksProvider(emulators);
    await redirectConnect.revoke(store);
    expect((await failure(ledger.accounts(store))).failure).toBe("unauthorized");
  });
});

describe("tokens", () => {
  const connected = async () => new MemoryStore((await connectQuickBooks(emulators)).credentials);

  it("are renewed before they end, once for all callers", async () => {
    const store = await connected();
    store.set(OVER);
    const { ledger } = quickBooksProvider(emulators);
    await send(emulators, "DELETE", "/requests");
    const answers = await Promise.all([ledger.accounts(store), ledger.accounts(store)]);
    expect(answers[0]).toEqual(answers[1]);
    expect(store.renewals).toBe(1);
    expect(await tokenPosts()).toHaveLength(1);
    // The stored pair is the valid one: the emulator has ended the old refresh token.
    store.set(OVER);
    await ledger.accounts(store);
    expect(store.renewals).toBe(2);
  });

  it("are renewed once after a 401, and the call is repeated", async () => {
    const store = await connected();
    await send(emulators, "POST", "/tokens/expire", {});
    const { ledger } = quickBooksProvider(emulators);
    await Promise.all([ledger.accounts(store), ledger.accounts(store)]);
    expect(store.renewals).toBe(1);
    expect(await tokenPosts()).toHaveLength(2);
  });

  it("end for good when the refresh token is refused", async () => {
    const store = await connected();
    const before = (await store.current()) as { accessToken: string; refreshToken: string };
    await send(emulators, "POST", "/tokens/expire", { refresh: true });
    const error = await failure(quickBooksProvider(emulators).ledger.accounts(store));
    expect(error).toMatchObject({ failure: "unauthorized", detail: { code: "invalid_grant" } });
    expect(printed(error)).not.toContain(before.accessToken);
    expect(printed(error)).not.toContain(before.refreshToken);
  });

  it("are kept after a transient refresh failure", async () => {
    const store = await connected();
    store.set(OVER);
    await fault({ match: { path: "/tokens/bearer" }, kind: "status", status: 502 });
    expect((await quickBooksProvider(emulators).ledger.accounts(store)).length).toBeGreaterThan(5);
    expect(store.renewals).toBe(1);
  });

  it("are not refreshed endlessly when Intuit keeps refusing", async () => {
    const store = await connected();
    await fault({ match: { path: "/v3/company" }, kind: "status", status: 401, times: 9 });
    const error = await failure(quickBooksProvider(emulators).ledger.accounts(store));
    expect(error).toMatchObject({ failure: "unauthorized", detail: { code: "3200" } });
    expect(store.renewals).toBe(1);
  });
});
