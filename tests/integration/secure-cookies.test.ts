import { afterAll, beforeAll, expect, test } from "vitest";
import type { OpenIdEmulator } from "@/emulators/openid/start";
import { openMail } from "@/server/mail/queued-mail";
import { closeDb, db } from "@/server/platform/db";
import { stopQueue } from "@/server/platform/queue/queue";
import { Browser } from "../support/browser";
import { call } from "../support/client";
import { signUp } from "../support/company";
import { newPerson, startProviders } from "../support/openid";
import { browser as resetBrowser } from "../support/reset";

// Settings are read at first use, which is after this.
process.env.APP_URL = "https://books.example";

let openId: OpenIdEmulator;

beforeAll(async () => {
  openId = await startProviders();
});
afterAll(async () => {
  await openId.close();
  await stopQueue(1_000);
  await closeDb();
});

interface Cookie {
  name: string;
  /** In lower case. */
  attributes: string[];
}

function cookieOf(line: string): Cookie {
  const [pair = "", ...attributes] = line.split(";");
  return {
    name: pair.slice(0, pair.indexOf("=")),
    attributes: attributes.map((attribute) => attribute.trim().toLowerCase()),
  };
}

/** A browser that also records every cookie it is sent or asked to delete. */
class Watching extends Browser {
  readonly seen: Cookie[] = [];

  override async open(path: string, form?: Record<string, string>): Promise<Response> {
    const response = await super.open(path, form);
    this.seen.push(...response.headers.getSetCookie().map(cookieOf));
    return response;
  }
}

const namesOf = (cookies: Cookie[]) => [...new Set(cookies.map(({ name }) => name))].sort();

/** The browser's own rule: a cookie that breaks its prefix's rules is rejected. */
function expectKept({ name, attributes }: Cookie): void {
  expect(name).toMatch(/^__(?:Host|Secure)-/);
  expect(attributes, name).toEqual(expect.arrayContaining(["secure", "httponly", "path=/"]));
  expect(attributes.some((each) => each === "samesite=lax" || each === "samesite=strict")).toBe(
    true,
  );
  expect(attributes.some((each) => each.startsWith("domain="))).toBe(false);
}

test("every cookie of a sign-in, through a provider or by password, is Secure and prefixed", async () => {
  newPerson(openId);
  const browser = new Watching();
  const landed = await browser.signInWith("oidc", "/dashboard");
  expect(landed.href).toBe("https://books.example/dashboard");
  await browser.submit("signout", { callbackUrl: "/" });
  const { username, password } = await signUp();
  await browser.submit("callback/credentials", { username, password });
  expect(namesOf(browser.seen)).toEqual([
    "__Host-deposit-matcher.device",
    "__Host-deposit-matcher.session",
    "__Host-next-auth.csrf-token",
    "__Secure-next-auth.callback-url",
    "__Secure-next-auth.nonce",
    "__Secure-next-auth.pkce.code_verifier",
    "__Secure-next-auth.state",
  ]);
  for (const cookie of browser.seen) expectKept(cookie);
  expect(browser.cookies.has("__Host-deposit-matcher.session")).toBe(true);
});

test("a session's cookie only counts by its prefixed name: a sibling domain can't plant it", async () => {
  const { username, password } = await signUp();
  const browser = new Browser();
  await browser.submit("callback/credentials", { username, password });
  const value = browser.cookies.get("__Host-deposit-matcher.session") ?? "";
  const seeded = new Browser();
  seeded.cookies.set("deposit-matcher.session", value);
  expect(await (await seeded.open("session")).json()).toEqual({});
  seeded.cookies.set("__Host-deposit-matcher.session", value);
  expect(await (await seeded.open("session")).json()).toMatchObject({ user: { name: username } });
});

test("the reset's cookies are Secure and prefixed, when set and when deleted", async () => {
  const { username } = await signUp();
  const email = `${username}@example.com`;
  const person = resetBrowser();
  const sent = await person.send(email);
  const mails = await Promise.all((await db("accounts").mail.findMany()).map(openMail));
  const code = /^\d{6}$/m.exec(mails.find(({ to }) => to === email)?.text ?? "")?.[0] ?? "";
  const verified = await person.verify(email, code);
  const answer = await call("POST", "/user/reset-password/api/", {
    body: { email, new_password: "a new one", confirm_password: "a new one" },
    headers: { cookie: [...person.cookies].map((pair) => pair.join("=")).join("; ") },
  });
  expect(answer.status).toBe(200);
  const answers = [sent, verified, answer];
  const cookies = answers.flatMap(({ headers }) => headers.getSetCookie().map(cookieOf));
  expect(namesOf(cookies)).toEqual([
    "__Host-deposit-matcher.device",
    "__Host-reset_browser",
    "__Host-reset_grant",
  ]);
  expect(cookies).toHaveLength(5);
  for (const cookie of cookies) {
    expectKept(cookie);
    if (cookie.name.includes("reset")) expect(cookie.attributes).toContain("samesite=strict");
  }
});
