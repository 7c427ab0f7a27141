import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { OpenIdStandIn } from "@/sandbox/openid/start";
import { closeDb, db } from "@/server/db";
import { stopQueue } from "@/server/jobs/queue";
import { Browser } from "../setup/browser";
import { call, ok } from "../setup/client";
import { signUp } from "../setup/company";
import { everything } from "../setup/everything";
import { newPerson, sessionOf, startProviders, statusOf, tokenOf } from "../setup/openid";

let openId: OpenIdStandIn;
let email: string;
let token: string;

beforeAll(async () => {
  openId = await startProviders();
});
/** Somebody who has signed in through a provider, and has no password. */
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

/** As if the same person had come from another provider with the same proved address. */
async function linkAnother(issuer: string): Promise<void> {
  const data = { issuer, subject: randomUUID(), email, userId: await userId() };
  await everything().linkedIdentity.create({ data });
}

/** As after a reset by mail: another account's password, whose words are known. */
async function givePassword(): Promise<string> {
  const { username, password } = await signUp();
  const { passwordHash } = await db("accounts").user.findUniqueOrThrow({
    where: { usernameKey: username },
  });
  await db("accounts").user.update({ where: { emailKey: email }, data: { passwordHash } });
  return password;
}

describe("the list", () => {
  test("names provider, address and since when, and nothing of the provider's own", async () => {
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

  test("calls each provider what people call it", async () => {
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

  test("is empty for an account that has a password alone", async () => {
    const other = await signUp();
    expect(await list(other.token)).toEqual({ identities: [], has_password: true });
  });
});

describe("unlinking", () => {
  test("is refused for the last way in", async () => {
    const { identities } = await list();
    const answer = await unlink(identities[0].id);
    expect(answer.status).toBe(409);
    expect((await list()).identities).toEqual(identities);
  });

  test("leaves the other way in, and ends every session but this one", async () => {
    await linkAnother("https://elsewhere.example");
    const elsewhere = new Browser();
    await elsewhere.signInWith("oidc");
    const other = await tokenOf(elsewhere);
    const { identities } = await list();
    const answer = await unlink(identities[0].id);
    expect(answer.body).toEqual({ message: "Single sign-on no longer signs you in" });
    expect((await list()).identities).toEqual([identities[1]]);
    expect([await statusOf(token), await statusOf(other)]).toEqual([200, 401]);
    expect(await sessionOf(elsewhere)).toEqual({});
    const requestId = answer.headers.get("x-request-id");
    const rows = await everything().auditEvent.findMany({ where: { requestId } });
    expect(rows.map(({ action }) => action)).toEqual(["identity.unlinked"]);
    expect((await unlink(identities[0].id)).status).toBe(404);
    expect((await unlink(identities[1].id)).status).toBe(409);
  });

  test("needs the password where there is one", async () => {
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

  test("needs a fresh sign-in where there is no password", async () => {
    await linkAnother("https://elsewhere.example");
    const { identities } = await list();
    await db("accounts").session.updateMany({
      data: { createdAt: new Date(Date.now() - 10 * 60_000 - 1) },
    });
    expect((await unlink(identities[0].id)).status).toBe(403);
  });

  test("of two ways in, unlinked at the same moment, one stays", async () => {
    await linkAnother("https://elsewhere.example");
    const { identities } = await list();
    const answers = await Promise.all(
      identities.map(({ id }: { id: string }) => unlink(id)) as ReturnType<typeof unlink>[],
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await list()).identities).toHaveLength(1);
  });

  test("another person's provider is not there", async () => {
    const { identities } = await list();
    const stranger = await signUp();
    expect((await unlink(identities[0].id, stranger.password, stranger.token)).status).toBe(404);
    expect((await list()).identities).toEqual(identities);
  });

  test("whoever then comes with the account's own, proved address is linked again", async () => {
    const password = await givePassword();
    const { identities } = await list();
    expect((await unlink(identities[0].id, password)).status).toBe(200);
    const browser = new Browser();
    await browser.signInWith("oidc");
    expect((await sessionOf(browser)).user.email).toBe(email);
    expect((await list()).identities).toMatchObject([{ id: identities[0].id, email }]);
  });

  test("the provider then makes no way in for an address that nobody has proved", async () => {
    const password = await givePassword();
    await db("accounts").user.update({
      where: { emailKey: email },
      data: { emailVerifiedAt: null },
    });
    const { identities } = await list();
    expect((await unlink(identities[0].id, password)).status).toBe(200);
    const landed = await new Browser().signInWith("oidc");
    expect(landed.searchParams.get("error")).toBe("conflict");
  });
});
