import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { OpenIdEmulator } from "@/emulators/openid/start";
import { lockUser } from "@/server/accounts/find-account";
import { setPassword } from "@/server/accounts/set-password";
import { createAccount } from "@/server/accounts/sign-up";
import { closeDb, db, type Tx } from "@/server/platform/db";
import { stopQueue } from "@/server/platform/queue/queue";
import { codeOf, enableTwoFactor } from "../support/authenticator";
import { addressOf, Browser } from "../support/browser";
import { call, ok } from "../support/client";
import { signUp, type TestCompany } from "../support/company";
import { newPerson, sessionOf, startProviders, statusOf, tokenOf } from "../support/openid";
import { withBlockingTransaction } from "../support/with-blocking-transaction";

const SESSION_COOKIE = "deposit-matcher.session";

let openId: OpenIdEmulator;
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

/** The owner sets a new password, which ends everything started with the old one. */
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

describe("a password changed during a sign-in with the old one", () => {
  test("leads to no cookie through next-auth", async () => {
    const { username, password } = person;
    const answer = await withBlockingTransaction(anotherPassword(person), {
      meanwhile: () => browser.submit("callback/credentials", { username, password }),
      blocked: 'INTO "public"."sessions"',
    });
    expect(addressOf(answer).searchParams.get("error")).toBe("unauthenticated");
    expect(browser.cookies.has(SESSION_COOKIE)).toBe(false);
    expect((await rowsLeft()).sessions).toBe(0);
  });

  test("leads to no second step", async () => {
    await enableTwoFactor(person);
    const answer = await withBlockingTransaction(anotherPassword(person), {
      meanwhile: () => login(person),
      blocked: 'INTO "public"."sign_in_challenges"',
    });
    expect(answer.body).toMatchObject({ code: "unauthenticated" });
    expect(answer.body).not.toHaveProperty("challenge");
    expect((await rowsLeft()).challenges).toBe(0);
  });
});

test("a second factor turned on during a sign-in without it stops that sign-in", async () => {
  const { token, password: current_password } = person;
  await ok("POST", "/user/two-factor/begin/", token, { current_password });
  const { sessions: before } = await rowsLeft();
  const turnOn = async (tx: Tx) => {
    const { id } = await userOf(tx, person);
    await lockUser(tx, id);
    await tx.user.update({ where: { id }, data: { totpConfirmedAt: new Date() } });
  };
  const answer = await withBlockingTransaction(turnOn, {
    meanwhile: () => login(person),
    blocked: 'INTO "public"."sessions"',
  });
  expect(answer.status).toBe(401);
  expect((await rowsLeft()).sessions).toBe(before);
});

test("turning it on waits for the same lock as a sign-in", async () => {
  const { token, password } = person;
  const { secret } = await ok("POST", "/user/two-factor/begin/", token, {
    current_password: password,
  });
  const answer = await withBlockingTransaction(
    async (tx) => lockUser(tx, (await userOf(tx, person)).id),
    {
      meanwhile: () =>
        call("POST", "/user/two-factor/confirm/", { token, body: { code: codeOf(secret) } }),
      blocked: "FOR UPDATE",
    },
  );
  expect(answer.status).toBe(200);
});

describe("a session ended by the owner's new password", () => {
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

  test("can't change the account's address", async () => {
    const form = await profile();
    const { token, password } = person;
    const answer = await withBlockingTransaction(anotherPassword(person), {
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

  test.each(["disable", "recovery-codes"])("can't %s", async (verb) => {
    const { secret } = await enableTwoFactor(person);
    const { token, password } = person;
    const answer = await withBlockingTransaction(anotherPassword(person), {
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

  test("can't start a second factor", async () => {
    const { token, password } = person;
    const answer = await withBlockingTransaction(anotherPassword(person), {
      meanwhile: () =>
        call("POST", "/user/two-factor/begin/", { token, body: { current_password: password } }),
      blocked: "users",
    });
    expect(answer.status).toBe(401);
    expect((await userOf(db("accounts"), person)).totpSecret).toBeNull();
  });
});

describe("a sign-in through a provider", () => {
  test("fails when the identity is unlinked during it", async () => {
    const { sub, email } = newPerson(openId);
    await browser.signInWith("oidc");
    const token = await tokenOf(browser);
    const unlink = async (tx: Tx) => {
      const { id } = await tx.user.findUniqueOrThrow({ where: { emailKey: email } });
      await lockUser(tx, id);
      await tx.linkedIdentity.deleteMany({ where: { subject: sub } });
    };
    const again = new Browser();
    const landed = await withBlockingTransaction(unlink, {
      meanwhile: () => again.signInWith("oidc"),
      blocked: 'INTO "public"."sessions"',
    });
    expect(landed.searchParams.get("error")).toBe("unauthenticated");
    expect(again.cookies.has(SESSION_COOKIE)).toBe(false);
    expect(await statusOf(token)).toBe(200);
  });

  test("twice at the same moment, for the first time, creates one account", async () => {
    const { sub, email } = newPerson(openId);
    const comeFirst = async (tx: Tx) => {
      const person = { username: `first-${sub}`, email, emailVerifiedAt: new Date() };
      const { user } = await createAccount(tx, person, { requestId: randomUUID() });
      const issuer = openId.provider.issuer;
      await tx.linkedIdentity.create({ data: { issuer, subject: sub, email, userId: user.id } });
    };
    const landed = await withBlockingTransaction(comeFirst, {
      meanwhile: () => browser.signInWith("oidc"),
      blocked: 'INTO "public"."users"',
    });
    expect(landed.searchParams.get("error")).toBeNull();
    expect((await sessionOf(browser)).user).toEqual({ name: `first-${sub}`, email });
  });
});
