import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { OpenIdStandIn } from "@/sandbox/openid/start";
import { closeDb } from "@/server/db";
import { stopQueue } from "@/server/jobs/queue";
import { codeOf, enableTwoFactor } from "../setup/authenticator";
import { addressOf, Browser } from "../setup/browser";
import { call, ok } from "../setup/client";
import { signUp } from "../setup/company";
import { newPerson, startProviders, statusOf, tokenOf } from "../setup/openid";

const SESSION_COOKIE = "deposit-matcher.session";

let openId: OpenIdStandIn;
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

describe("username and password through next-auth", () => {
  const signIn = (form: Record<string, string>) => browser.submit("callback/credentials", form);

  test("lead to the same kind of session", async () => {
    const { username, password } = await signUp();
    await signIn({ username, password });
    const token = await tokenOf(browser);
    expect((await ok("GET", "/user/profile/", token)).username).toBe(username);
  });

  test("a wrong password leads back to the sign-in page", async () => {
    const { username } = await signUp();
    const landed = addressOf(await signIn({ username, password: "not this one" }));
    expect(landed.searchParams.get("error")).toBe("CredentialsSignin");
    expect(browser.cookies.has(SESSION_COOKIE)).toBe(false);
  });

  test("two-factor asks for its code, and takes it once", async () => {
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

  test("guessing is throttled as at the API", async () => {
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
  ])("GET %s is no 500, and leads nowhere else", async (path) => {
    const response = await browser.open(path);
    expect(response.status).toBeLessThan(500);
    expect(addressOf(response).origin).toBe("http://localhost:3000");
    expect(response.headers.getSetCookie().join()).not.toContain("b=c");
  });

  test("nobody is sent to another site after signing in", async () => {
    for (const target of ["https://evil.example/", "//evil.example", "/\\evil.example", "foo:"]) {
      const landed = await new Browser().signInWith("oidc", target);
      expect(landed.origin).toBe("http://localhost:3000");
    }
  });

  test("strangers write nothing into the logs", async () => {
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
  });
});
