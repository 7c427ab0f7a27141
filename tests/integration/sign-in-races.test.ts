import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { OpenIdStandIn } from "@/sandbox/openid/start";
import { createAccount } from "@/server/auth/create-account";
import { lockUser } from "@/server/auth/lock-account";
import { setPassword } from "@/server/auth/set-password";
import { closeDb, db, type Tx } from "@/server/db";
import { stopQueue } from "@/server/jobs/queue";
import { codeOf, enableTwoFactor } from "../setup/authenticator";
import { addressOf, Browser } from "../setup/browser";
import { call, ok } from "../setup/client";
import { signUp, type TestCompany } from "../setup/company";
import { heldChange } from "../setup/held-change";
import { newPerson, sessionOf, startProviders, statusOf, tokenOf } from "../setup/openid";

const SESSION_COOKIE = "deposit-matcher.session";

let openId: OpenIdStandIn;
let person: TestCompany;
let browser: Browser;

beforeAll(async () => {
  openId = await startProviders();
});
beforeEach(async () => {
  person = await signUp();
  browser = new Browser();
});
afterAll(async () => {
  await openId.close();
  await stopQueue(1_000);
  await closeDb();
});

const userOf = (tx: Tx, { username }: TestCompany) =>
  tx.user.findUniqueOrThrow({ where: { usernameKey: username } });

/** The owner chooses another password: everything that was begun with the old one is over. */
const anotherPassword = (of: TestCompany) => async (tx: Tx) =>
  setPassword(tx, await userOf(tx, of), "not a hash", {
    action: "changed",
    requestId: randomUUID(),
  });

const login = ({ username, password }: TestCompany) =>
  call("POST", "/user/login/api/", { body: { username, password } });

const rowsLeft = async () => {
  const { id: userId } = await userOf(db("accounts"), person);
  return {
    sessions: await db("accounts").session.count({ where: { userId, revokedAt: null } }),
    challenges: await db("accounts").signInChallenge.count({ where: { userId } }),
  };
};

describe("a password that is changed while somebody signs in with the old one", () => {
  test("gives them no cookie through next-auth", async () => {
    const { username, password } = person;
    const answer = await heldChange(anotherPassword(person), {
      meanwhile: () => browser.submit("callback/credentials", { username, password }),
      blocked: 'INTO "public"."sessions"',
    });
    expect(addressOf(answer).searchParams.get("error")).toBe("unauthenticated");
    expect(browser.cookies.has(SESSION_COOKIE)).toBe(false);
    expect((await rowsLeft()).sessions).toBe(0);
  });

  test("gives them no second step", async () => {
    await enableTwoFactor(person);
    const answer = await heldChange(anotherPassword(person), {
      meanwhile: () => login(person),
      blocked: 'INTO "public"."sign_in_challenges"',
    });
    expect(answer.body).toMatchObject({ code: "unauthenticated" });
    expect(answer.body).not.toHaveProperty("challenge");
    expect((await rowsLeft()).challenges).toBe(0);
  });
});

test("a second factor that is turned on while somebody signs in without it keeps them out", async () => {
  const { token, password: current_password } = person;
  await ok("POST", "/user/two-factor/begin/", token, { current_password });
  const { sessions: before } = await rowsLeft();
  const turnOn = async (tx: Tx) => {
    const { id } = await userOf(tx, person);
    await lockUser(tx, id);
    await tx.user.update({ where: { id }, data: { totpConfirmedAt: new Date() } });
  };
  const answer = await heldChange(turnOn, {
    meanwhile: () => login(person),
    blocked: 'INTO "public"."sessions"',
  });
  expect(answer.status).toBe(401);
  expect((await rowsLeft()).sessions).toBe(before);
});

test("turning it on waits for its turn, as a sign-in must wait for it", async () => {
  const { token, password } = person;
  const { secret } = await ok("POST", "/user/two-factor/begin/", token, {
    current_password: password,
  });
  const answer = await heldChange(async (tx) => lockUser(tx, (await userOf(tx, person)).id), {
    meanwhile: () =>
      call("POST", "/user/two-factor/confirm/", { token, body: { code: codeOf(secret) } }),
    blocked: "FOR UPDATE",
  });
  expect(answer.status).toBe(200);
});

describe("whoever holds a session that the owner's new password ends", () => {
  const moved = () => `moved-${person.username}@example.com`;
  const profile = async () => {
    const {
      username: _,
      has_avatar: __,
      has_password: ___,
      ...form
    } = await ok("GET", "/user/profile/", person.token);
    return form;
  };

  test("does not get to move the account to their own address", async () => {
    const form = await profile();
    const { token, password } = person;
    const answer = await heldChange(anotherPassword(person), {
      meanwhile: () =>
        call("PUT", "/user/profile/", {
          token,
          body: { ...form, email: moved(), current_password: password },
        }),
      blocked: "users",
    });
    expect(answer.status).toBe(401);
    expect((await userOf(db("accounts"), person)).email).toBe(form.email);
  });

  test.each(["disable", "recovery-codes"])("does not get to %s", async (verb) => {
    const { secret } = await enableTwoFactor(person);
    const { token, password } = person;
    const answer = await heldChange(anotherPassword(person), {
      meanwhile: () =>
        call("POST", `/user/two-factor/${verb}/`, {
          token,
          body: { current_password: password, code: codeOf(secret) },
        }),
      blocked: "users",
    });
    expect(answer.status).toBe(401);
    expect((await userOf(db("accounts"), person)).totpConfirmedAt).not.toBeNull();
  });

  test("does not get to begin a second factor of their own", async () => {
    const { token, password } = person;
    const answer = await heldChange(anotherPassword(person), {
      meanwhile: () =>
        call("POST", "/user/two-factor/begin/", { token, body: { current_password: password } }),
      blocked: "users",
    });
    expect(answer.status).toBe(401);
    expect((await userOf(db("accounts"), person)).totpSecret).toBeNull();
  });
});

describe("coming from a provider", () => {
  test("with an identity that is unlinked meanwhile leads nowhere", async () => {
    const { sub, email } = newPerson(openId);
    await browser.signInWith("oidc");
    const token = await tokenOf(browser);
    const unlink = async (tx: Tx) => {
      const { id } = await tx.user.findUniqueOrThrow({ where: { emailKey: email } });
      await lockUser(tx, id);
      await tx.linkedIdentity.deleteMany({ where: { subject: sub } });
    };
    const again = new Browser();
    const landed = await heldChange(unlink, {
      meanwhile: () => again.signInWith("oidc"),
      blocked: 'INTO "public"."sessions"',
    });
    expect(landed.searchParams.get("error")).toBe("unauthenticated");
    expect(again.cookies.has(SESSION_COOKIE)).toBe(false);
    expect(await statusOf(token)).toBe(200);
  });

  test("twice at the same moment, for the first time, leads to one account", async () => {
    const { sub, email } = newPerson(openId);
    const comeFirst = async (tx: Tx) => {
      const person = { username: `first-${sub}`, email, emailVerifiedAt: new Date() };
      const { user } = await createAccount(tx, person, { requestId: randomUUID() });
      const issuer = openId.provider.issuer;
      await tx.linkedIdentity.create({ data: { issuer, subject: sub, email, userId: user.id } });
    };
    const landed = await heldChange(comeFirst, {
      meanwhile: () => browser.signInWith("oidc"),
      blocked: 'INTO "public"."users"',
    });
    expect(landed.searchParams.get("error")).toBeNull();
    expect((await sessionOf(browser)).user).toEqual({ name: `first-${sub}`, email });
  });
});
