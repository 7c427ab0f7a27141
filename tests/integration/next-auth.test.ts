import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { OpenIdEmulator } from "@/emulators/openid/start";
import { closeDb, db } from "@/server/platform/db";
import { stopQueue } from "@/server/platform/queue/queue";
import { codeOf, enableTwoFactor } from "../support/authenticator";
import { addressOf, Browser } from "../support/browser";
import { call, ok } from "../support/client";
import { signUp } from "../support/company";
import { newPerson, sessionOf, startProviders, statusOf, tokenOf } from "../support/openid";
import { lengthenWaits } from "../support/throttles";

const SESSION_COOKIE = "deposit-matcher.session";

let openId: OpenIdEmulator;
let browser: Browser;

beforeAll(async () => {
  openId = await startProviders();
});
beforeEach(() => {
  browser = new Browser();
  newPerson(openId);
});
afterAll(async () => {
  await openId.close();
  await stopQueue(1_000);
  await closeDb();
});

describe("one session, two keys", () => {
  async function signedIn(): Promise<string> {
    await browser.signInWith("oidc");
    return tokenOf(browser);
  }

  test("the cookie is not a token, the token not a cookie, and both are stored as hashes", async () => {
    const token = await signedIn();
    const cookie = browser.cookies.get(SESSION_COOKIE) ?? "";
    expect(await statusOf(cookie)).toBe(401);
    const answer = await call("GET", "/user/profile/", {
      headers: { cookie: `${SESSION_COOKIE}=${cookie}` },
    });
    expect(answer.status).toBe(401);
    browser.cookies.set(SESSION_COOKIE, token.replace("TOKEN ", ""));
    expect(await sessionOf(browser)).toEqual({});
    const rows = await db("accounts").session.findMany();
    for (const { tokenHash, cookieHash } of rows) {
      expect([tokenHash, cookieHash].map((hash) => hash?.length ?? 32)).toEqual([32, 32]);
    }
  });

  test("logging out at the API ends the cookie", async () => {
    await ok("POST", "/user/logout/api/", await signedIn());
    expect(await sessionOf(browser)).toEqual({});
  });

  test("signing out through next-auth ends the token", async () => {
    const token = await signedIn();
    await browser.submit("signout", { callbackUrl: "/" });
    expect(await statusOf(token)).toBe(401);
    expect(browser.cookies.has(SESSION_COOKIE)).toBe(false);
  });

  test("signing out requires next-auth's CSRF token", async () => {
    const token = await signedIn();
    await browser.open("signout", { csrfToken: "guessed" });
    expect(await statusOf(token)).toBe(200);
  });

  test("signing out everywhere, a new password and auto logout end both", async () => {
    const everywhere = await signedIn();
    await ok("POST", "/user/sessions/end-all/", everywhere, { keep_current: false });
    expect(await sessionOf(browser)).toEqual({});

    const owner = await signUp();
    await browser.submit("callback/credentials", owner as unknown as Record<string, string>);
    const token = await tokenOf(browser);
    await ok("POST", "/user/change-password/api/", owner.token, {
      current_password: owner.password,
      new_password: "another secret",
      confirm_password: "another secret",
    });
    expect([await statusOf(token), await sessionOf(browser)]).toEqual([401, {}]);
    expect(await statusOf(owner.token)).toBe(200);

    const idle = await signedIn();
    await ok("PUT", "/user/auto-logout/api/", idle, {
      auto_logout_enabled: true,
      session_timeout: 15,
    });
    await db("accounts").session.updateMany({
      data: { lastSeenAt: new Date(Date.now() - 15 * 60_000 - 1) },
    });
    expect(await sessionOf(browser)).toEqual({});
    expect(await statusOf(idle)).toBe(401);
  });

  test("an exchange is valid for a minute, and not after the session", async () => {
    await browser.signInWith("oidc");
    const exchange = (code: string) =>
      call("POST", "/user/login/exchange/api/", { body: { code } });
    const { exchange: late } = await sessionOf(browser);
    await db("accounts").session.updateMany({
      where: { exchangeHash: { not: null } },
      data: { exchangeExpiresAt: new Date() },
    });
    expect((await exchange(late)).status).toBe(401);
    const { exchange: ended } = await sessionOf(browser);
    await browser.submit("signout");
    expect((await exchange(ended)).status).toBe(401);
  });

  test("a new sign-in replaces the browser's session", async () => {
    const before = await signedIn();
    newPerson(openId);
    const after = await signedIn();
    expect([await statusOf(before), await statusOf(after)]).toEqual([401, 200]);
  });
});

describe("username and password through next-auth", () => {
  const signIn = (form: Record<string, string>) => browser.submit("callback/credentials", form);

  test("create the same kind of session", async () => {
    const { username, password } = await signUp();
    await signIn({ username, password });
    const token = await tokenOf(browser);
    expect((await ok("GET", "/user/profile/", token)).username).toBe(username);
  });

  test("scripts and other sites can't reach the cookie", async () => {
    const { username, password } = await signUp();
    const answer = await signIn({ username, password });
    const cookies = answer.headers.getSetCookie();
    const cookie = cookies.find((each) => each.startsWith(`${SESSION_COOKIE}=`));
    expect(cookie).toMatch(/; HttpOnly/i);
    expect(cookie).toMatch(/; SameSite=(?:Lax|Strict)/i);
  });

  test("a wrong password leads back to the sign-in page", async () => {
    const { username } = await signUp();
    const landed = addressOf(await signIn({ username, password: "not this one" }));
    expect(landed.searchParams.get("error")).toBe("CredentialsSignin");
    expect(browser.cookies.has(SESSION_COOKIE)).toBe(false);
  });

  test("two-factor asks for its code, and accepts it once", async () => {
    const person = await signUp();
    const { username, password } = person;
    const { secret } = await enableTwoFactor(person);
    const without = addressOf(await signIn({ username, password }));
    expect(without.searchParams.get("error")).toBe("two_factor_required");
    const code = codeOf(secret);
    await signIn({ username, password, code });
    expect(await statusOf(await tokenOf(browser))).toBe(200);
    browser = new Browser();
    await signIn({ username, password, code });
    expect(browser.cookies.has(SESSION_COOKIE)).toBe(false);
  });

  test("are only sent, not read: anything but POST is refused", async () => {
    const answer = await browser.open("callback/credentials");
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "POST"]);
    expect(await answer.json()).toMatchObject({ code: "method_not_allowed" });
  });

  test("guessing is throttled as in the API", async () => {
    await lengthenWaits();
    const { username, password } = await signUp();
    for (let i = 0; i < 5; i += 1) await signIn({ username, password: `guess number ${i}` });
    const landed = addressOf(await signIn({ username, password }));
    expect(landed.searchParams.get("error")).toBe("rate_limited");
    const atTheApi = await call("POST", "/user/login/api/", { body: { username, password } });
    expect(atTheApi.status).toBe(429);
  });
});

describe("odd requests to next-auth", () => {
  test.each([
    "session?callbackUrl=javascript:alert(1)",
    "signin?callbackUrl=%00",
    "error?error=a%0d%0aSet-Cookie:%20b=c",
    "callback/oidc?code=x&state=y",
    "callback/nobody",
    "signin/oidc/deeper",
    "",
    "_log",
    "verify-request",
  ])("GET %s is not a 500, and redirects nowhere else", async (path) => {
    const response = await browser.open(path);
    expect(response.status).toBeLessThan(500);
    expect(addressOf(response).origin).toBe("http://localhost:3000");
    expect(response.headers.getSetCookie().join()).not.toContain("b=c");
  });

  test("signing in never redirects to another site", async () => {
    for (const target of ["https://evil.example/", "//evil.example", "/\\evil.example", "foo:"]) {
      const landed = await new Browser().signInWith("oidc", target);
      expect(landed.origin).toBe("http://localhost:3000");
    }
  });

  test("anonymous requests write nothing to the logs", async () => {
    const response = await browser.open("_log", { level: "error", code: "X", message: "Y" });
    expect(response.status).toBe(404);
  });

  test("a huge body and another type are refused", async () => {
    const { POST } = await import("@/app/api/auth/[...nextauth]/route");
    const send = (type: string, body: string) =>
      POST(
        new Request("http://localhost:3000/api/auth/signout", {
          method: "POST",
          headers: { "content-type": type },
          body,
        }),
      );
    const form = "application/x-www-form-urlencoded";
    expect((await send(form, `a=${"x".repeat(1_100_000)}`)).status).toBe(413);
    expect((await send("text/plain", "a=b")).status).toBe(415);
    expect((await send("application/json", "{")).status).toBe(400);
    expect((await send("application/json", '{"callbackUrl":{"a":1}}')).status).toBeLessThan(500);
    const depth = 100_000;
    const nested = `{"a":${"[".repeat(depth)}${"]".repeat(depth)}}`;
    expect((await send("application/json", nested)).status).toBeLessThan(500);
  });
});
