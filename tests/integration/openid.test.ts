import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newSigningKey } from "@/emulators/openid/keys";
import type { OpenIdEmulator } from "@/emulators/openid/start";
import { openMail } from "@/server/mail/queued-mail";
import { mintCompanyId } from "@/server/platform/company-id";
import { closeDb, db } from "@/server/platform/db";
import { stopQueue } from "@/server/platform/queue/queue";
import { codeOf, enableTwoFactor } from "../support/authenticator";
import { addressOf, Browser } from "../support/browser";
import { call, ok } from "../support/client";
import { signUp, signUpUnproved, type TestCompany } from "../support/company";
import { newPerson, sessionOf, startProviders, statusOf, tokenOf } from "../support/openid";
import { browser as resetBrowser } from "../support/reset";

const SESSION_COOKIE = "deposit-matcher.session";

let openId: OpenIdEmulator;
let browser: Browser;

beforeAll(async () => {
  openId = await startProviders();
});
beforeEach(() => {
  browser = new Browser();
  const { provider } = openId;
  provider.emailIn = "token";
  delete provider.bent;
  delete provider.forgedBy;
  newIdentity();
});
afterAll(async () => {
  await openId.close();
  await stopQueue(1_000);
  await closeDb();
});

const newIdentity = (claims?: Record<string, unknown>) => newPerson(openId, claims);
const userBy = (email: string) => db("accounts").user.findUnique({ where: { emailKey: email } });
const markVerified = ({ username }: TestCompany) =>
  db("accounts").user.update({
    where: { usernameKey: username },
    data: { emailVerifiedAt: new Date() },
  });

describe("a new person", () => {
  test("gets an account with a company, and a token through a single exchange", async () => {
    const person = newIdentity({ given_name: "Grace", family_name: "Hopper" });
    const landed = await browser.signInWith("oidc", "/login?next=%2Fdashboard");
    expect(landed.href).toBe("http://localhost:3000/login?next=%2Fdashboard");

    const session = await sessionOf(browser);
    expect(session).toMatchObject({
      user: { name: `person-${person.sub}`, email: person.email },
      exchange: expect.stringMatching(/^[\w-]{43}$/),
    });
    const answer = await call("POST", "/user/login/exchange/api/", {
      body: { code: session.exchange },
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      token: expect.stringMatching(/^TOKEN /),
      user: { email: person.email, first_name: "Grace", last_name: "Hopper" },
    });
    expect(await ok("GET", "/user/profile/", answer.body.token)).toMatchObject({
      email: person.email,
      has_password: false,
    });
    await ok("GET", "/summary/", answer.body.token);

    const twice = await call("POST", "/user/login/exchange/api/", {
      body: { code: session.exchange },
    });
    expect(twice.status).toBe(401);
    expect(await sessionOf(browser)).not.toHaveProperty("exchange");
  });

  test("returns to the same account", async () => {
    const person = newIdentity();
    await browser.signInWith("oidc");
    const again = new Browser();
    await again.signInWith("oidc");
    const { user } = await sessionOf(again);
    expect(user.email).toBe(person.email);
    expect(await db("accounts").linkedIdentity.count({ where: { subject: person.sub } })).toBe(1);
    // Identified by the subject: the address may change at the provider.
    openId.provider.person = { ...person, email: `new-${person.email}` };
    const later = new Browser();
    await later.signInWith("oidc");
    expect((await sessionOf(later)).user.email).toBe(person.email);
  });

  test("gets another username when theirs is taken", async () => {
    const other = await signUp();
    newIdentity({ email: `${other.username}@elsewhere.example` });
    await browser.signInWith("oidc");
    expect((await sessionOf(browser)).user.name).toMatch(new RegExp(`^${other.username}-\\d{6}$`));
  });

  test("is refused without an address", async () => {
    newIdentity({ email: undefined });
    const landed = await browser.signInWith("oidc");
    expect(landed.searchParams.get("error")).toBe("unusable_input");
    expect(browser.cookies.has(SESSION_COOKIE)).toBe(false);
  });

  test("leaves audit rows", async () => {
    const person = newIdentity();
    await browser.signInWith("oidc");
    const user = await db("accounts").user.findUniqueOrThrow({
      where: { emailKey: person.email },
      include: { memberships: true },
    });
    const companyId = mintCompanyId(user.memberships[0]?.companyId ?? "");
    const rows = await db({ companyId }).auditEvent.findMany({ orderBy: { id: "asc" } });
    expect(rows.map(({ action }) => action)).toEqual([
      "account.created",
      "identity.linked",
      "account.signed_in",
    ]);
    expect(rows.map(({ role }) => role)).toEqual(["owner", "owner", "owner"]);
    expect(rows[1]?.data).toEqual({ issuer: openId.provider.issuer, subject: person.sub });
  });
});

describe("a person whose address has an account already", () => {
  test("is refused while the account's address is unproved", async () => {
    // An attacker signs up with the address of a future user.
    const attacker = await signUpUnproved();
    const email = `${attacker.username}@example.com`;
    newIdentity({ email });
    const landed = await browser.signInWith("oidc");
    expect(landed.pathname).toBe("/login");
    expect(landed.searchParams.get("error")).toBe("already_exists");
    expect(browser.cookies.has(SESSION_COOKIE)).toBe(false);
    const user = await userBy(email);
    expect(await db("accounts").linkedIdentity.count({ where: { userId: user?.id ?? 0 } })).toBe(0);
  });

  test("is refused while the provider does not verify the address", async () => {
    const owner = await signUp();
    await markVerified(owner);
    for (const email_verified of [false, undefined, "false", 1]) {
      newIdentity({ email: `${owner.username}@example.com`, email_verified });
      const landed = await new Browser().signInWith("oidc");
      expect(landed.searchParams.get("error")).toBe("already_exists");
    }
  });

  test("is linked when both sides are proved", async () => {
    const owner = await signUp();
    await markVerified(owner);
    newIdentity({ email: `${owner.username}@EXAMPLE.com`.toUpperCase() });
    await browser.signInWith("oidc");
    const token = await tokenOf(browser);
    expect((await ok("GET", "/user/profile/", token)).username).toBe(owner.username);
  });

  test("Google's claim counts only for Google's own addresses", async () => {
    const owner = await signUp();
    await markVerified(owner);
    const email = `${owner.username}@example.com`;
    newIdentity({ email });
    const refused = await browser.signInWith("google");
    expect(refused.searchParams.get("error")).toBe("already_exists");
    newIdentity({ email, hd: "example.com" });
    await browser.signInWith("google");
    expect((await sessionOf(browser)).user.email).toBe(email);
  });

  test("a provider that comes to vouch for the address proves it, and the link is void", async () => {
    const { sub, email } = newIdentity({ email_verified: false });
    await browser.signInWith("oidc");
    const token = await tokenOf(browser);
    expect(await ok("GET", "/user/profile/", token)).toMatchObject({
      email_confirmed: false,
      unconfirmed_email: email,
    });
    openId.provider.person = { sub, email, email_verified: true };
    await new Browser().signInWith("oidc");
    expect(await ok("GET", "/user/profile/", token)).toMatchObject({
      email_confirmed: true,
      unconfirmed_email: null,
    });
  });

  test("the owner's reset removes an attacker's linked identity", async () => {
    // The attacker's provider does not verify the address of a future user, but signs in with it.
    const { sub, email: victim } = newIdentity({ email_verified: false });
    await browser.signInWith("oidc");
    const token = await tokenOf(browser);
    const owner = resetBrowser();
    await owner.send(victim);
    const mails = await Promise.all((await db("accounts").mail.findMany()).map(openMail));
    const code =
      /^\d{6}$/m.exec(
        mails.find(({ to, subject }) => to === victim && subject.includes("code"))?.text ?? "",
      )?.[0] ?? "";
    await owner.verify(victim, code);
    expect((await owner.reset(victim, "the owner's own")).status).toBe(200);
    expect(await statusOf(token)).toBe(401);

    const landed = await new Browser().signInWith("oidc");
    expect(landed.searchParams.get("error")).toBe("already_exists");
    expect(await db("accounts").linkedIdentity.count({ where: { subject: sub } })).toBe(0);
  });
});

describe("an account with two-factor", () => {
  test("asks for the code after the provider too", async () => {
    const owner = await signUp();
    await markVerified(owner);
    const { secret } = await enableTwoFactor(owner);
    newIdentity({ email: `${owner.username}@example.com` });
    const landed = await browser.signInWith("oidc");
    expect(landed.searchParams.get("error")).toBe("two_factor_required");
    expect(browser.cookies.has(SESSION_COOKIE)).toBe(false);
    const challenge = new URLSearchParams(landed.hash.slice(1)).get("challenge");
    const answer = await call("POST", "/user/login/two-factor/api/", {
      body: { challenge, code: codeOf(secret) },
    });
    expect(answer.status).toBe(200);
    expect(await statusOf(answer.body.token)).toBe(200);
  });
});

describe("a provider's answer must be", () => {
  const refused = async (landed: URL) => {
    expect(landed.pathname).toMatch(/^\/(login|api\/auth\/error)$/);
    expect(landed.searchParams.get("error")).not.toBeNull();
    expect(browser.cookies.has(SESSION_COOKIE)).toBe(false);
  };

  test("signed by the provider", async () => {
    openId.provider.forgedBy = newSigningKey(openId.provider.key.id);
    await refused(await browser.signInWith("oidc"));
  });

  test.each([
    ["for us", { aud: "another-client" }],
    ["from that provider", { iss: "https://elsewhere.example" }],
    ["fresh", { exp: Math.floor(Date.now() / 1000) - 60 }],
    ["for this very sign-in", { nonce: "of another" }],
  ])("%s", async (_name, bent) => {
    openId.provider.bent = bent;
    await refused(await browser.signInWith("oidc"));
  });

  test("the answer to this browser's own request", async () => {
    const thief = new Browser();
    const authorize = await thief.leaveFor("oidc");
    await refused(await browser.comeBack(authorize));
    // Its state cookie alone does not help: the verifier is missing too.
    await browser.leaveFor("oidc");
    await refused(await browser.comeBack(authorize));
  });

  test("used once", async () => {
    const authorize = await browser.leaveFor("oidc");
    const back = addressOf(await fetch(authorize, { redirect: "manual" }));
    const copy = new Browser();
    for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
    await browser.open(back.href);
    expect(browser.cookies.has(SESSION_COOKIE)).toBe(true);
    await copy.open(back.href);
    expect(copy.cookies.has(SESSION_COOKIE)).toBe(false);
  });
});

describe("providers", () => {
  test("those with keys are offered in addition to the password", async () => {
    const offered = await (await browser.open("providers")).json();
    expect(Object.keys(offered).sort()).toEqual(["credentials", "google", "intuit", "oidc"]);
  });

  test("Intuit returns the address outside the token, with its own spelling", async () => {
    openId.provider.emailIn = "userinfo";
    const person = newIdentity({
      email_verified: undefined,
      emailVerified: true,
      givenName: "Mary",
      familyName: "Jackson",
    });
    await browser.signInWith("intuit");
    const profile = await ok("GET", "/user/profile/", await tokenOf(browser));
    expect(profile).toMatchObject({
      email: person.email,
      first_name: "Mary",
      last_name: "Jackson",
    });
    expect((await userBy(person.email))?.emailVerifiedAt).not.toBeNull();
  });

  test("an account without a password confirms by a fresh sign-in", async () => {
    await browser.signInWith("oidc");
    const token = await tokenOf(browser);
    const begin = () => call("POST", "/user/two-factor/begin/", { token, body: {} });
    expect((await begin()).status).toBe(200);
    await db("accounts").session.updateMany({
      data: { createdAt: new Date(Date.now() - 10 * 60_000 - 1) },
    });
    expect((await begin()).status).toBe(403);
  });
});
