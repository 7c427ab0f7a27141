import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { OpenIdEmulator } from "@/emulators/openid/start";
import { closeDb, db } from "@/server/platform/db";
import { stopQueue } from "@/server/platform/queue/queue";
import { adminDb } from "../support/admin-db";
import { Browser } from "../support/browser";
import { call, ok } from "../support/client";
import { signUp } from "../support/company";
import { newPerson, sessionOf, startProviders, statusOf, tokenOf } from "../support/openid";

let openId: OpenIdEmulator;
let email: string;
let token: string;

beforeAll(async () => {
  openId = await startProviders();
});
/** A person who signed in through a provider and has no password. */
beforeEach(async () => {
  ({ email } = newPerson(openId));
  const browser = new Browser();
  await browser.signInWith("oidc");
  token = await tokenOf(browser);
});
afterAll(async () => {
  await openId.close();
  await stopQueue(1_000);
  await closeDb();
});

const list = (from = token) => ok("GET", "/user/linked-identities/", from);
const unlink = (identity_id: string, current_password?: string, from = token) =>
  call("POST", "/user/linked-identities/unlink/", {
    token: from,
    body: { identity_id, current_password },
  });
const userId = async () =>
  (await db("accounts").user.findUniqueOrThrow({ where: { emailKey: email } })).id;

/** Adds another provider with the same proved address. */
async function linkAnother(issuer: string): Promise<void> {
  const data = { issuer, subject: randomUUID(), email, userId: await userId() };
  await adminDb().linkedIdentity.create({ data });
}

/** As after a reset by mail: sets the known password of another account. */
async function givePassword(): Promise<string> {
  const { username, password } = await signUp();
  const { passwordHash } = await db("accounts").user.findUniqueOrThrow({
    where: { usernameKey: username },
  });
  await db("accounts").user.update({ where: { emailKey: email }, data: { passwordHash } });
  return password;
}

describe("the list", () => {
  test("has provider, address and date, and none of the provider's own data", async () => {
    const answer = await list();
    expect(answer).toEqual({
      identities: [
        {
          id: expect.stringMatching(/^[\w-]{43}$/),
          provider: "Single sign-on",
          email,
          linked_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        },
      ],
      has_password: false,
    });
    await givePassword();
    expect((await list()).has_password).toBe(true);
  });

  test("uses the providers' display names", async () => {
    await linkAnother("https://accounts.google.com");
    await linkAnother("https://oauth.platform.intuit.com/op/v1");
    await linkAnother("https://no-longer-configured.example/realm");
    const { identities } = await list();
    expect(identities.map(({ provider }: { provider: string }) => provider)).toEqual([
      "Single sign-on",
      "Google",
      "Intuit",
      "no-longer-configured.example",
    ]);
  });

  test("is empty for an account with only a password", async () => {
    const other = await signUp();
    expect(await list(other.token)).toEqual({ identities: [], has_password: true });
  });
});

describe("unlinking", () => {
  test("is refused for the last way to sign in", async () => {
    const { identities } = await list();
    const answer = await unlink(identities[0].id);
    expect(answer.status).toBe(409);
    expect((await list()).identities).toEqual(identities);
  });

  test("keeps the other way to sign in, and ends every session but this one", async () => {
    await linkAnother("https://elsewhere.example");
    const elsewhere = new Browser();
    await elsewhere.signInWith("oidc");
    const other = await tokenOf(elsewhere);
    const { identities } = await list();
    const answer = await unlink(identities[0].id);
    expect(answer.body).toEqual({ message: "Single sign-on can no longer sign you in" });
    expect((await list()).identities).toEqual([identities[1]]);
    expect([await statusOf(token), await statusOf(other)]).toEqual([200, 401]);
    expect(await sessionOf(elsewhere)).toEqual({});
    const requestId = answer.headers.get("x-request-id");
    const rows = await adminDb().auditEvent.findMany({ where: { requestId } });
    expect(rows.map(({ action }) => action)).toEqual(["identity.unlinked"]);
    expect((await unlink(identities[0].id)).status).toBe(404);
    expect((await unlink(identities[1].id)).status).toBe(409);
  });

  test("needs the password if there is one", async () => {
    const password = await givePassword();
    const { identities } = await list();
    for (const wrong of [undefined, "", "not this one"]) {
      const answer = await unlink(identities[0].id, wrong);
      expect(answer.status).toBe(422);
      expect(answer.body.fields).toHaveProperty("current_password");
    }
    expect((await unlink(identities[0].id, password)).status).toBe(200);
    expect(await list()).toEqual({ identities: [], has_password: true });
  });

  test("needs a fresh sign-in if there is no password", async () => {
    await linkAnother("https://elsewhere.example");
    const { identities } = await list();
    await db("accounts").session.updateMany({
      data: { createdAt: new Date(Date.now() - 10 * 60_000 - 1) },
    });
    expect((await unlink(identities[0].id)).status).toBe(403);
  });

  test("of two ways unlinked at the same moment, one stays", async () => {
    await linkAnother("https://elsewhere.example");
    const { identities } = await list();
    const answers = await Promise.all(
      identities.map(({ id }: { id: string }) => unlink(id)) as ReturnType<typeof unlink>[],
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await list()).identities).toHaveLength(1);
  });

  test("of another person's provider is not found", async () => {
    const { identities } = await list();
    const stranger = await signUp();
    expect((await unlink(identities[0].id, stranger.password, stranger.token)).status).toBe(404);
    expect((await list()).identities).toEqual(identities);
  });

  test("does not prevent a new link by the account's own, proved address", async () => {
    const password = await givePassword();
    const { identities } = await list();
    expect((await unlink(identities[0].id, password)).status).toBe(200);
    const browser = new Browser();
    await browser.signInWith("oidc");
    expect((await sessionOf(browser)).user.email).toBe(email);
    expect((await list()).identities).toMatchObject([{ id: identities[0].id, email }]);
  });

  test("leaves no way in for an unproved address", async () => {
    const password = await givePassword();
    await db("accounts").user.update({
      where: { emailKey: email },
      data: { emailVerifiedAt: null },
    });
    const { identities } = await list();
    expect((await unlink(identities[0].id, password)).status).toBe(200);
    const landed = await new Browser().signInWith("oidc");
    expect(landed.searchParams.get("error")).toBe("already_exists");
  });
});
