import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { OpenIdEmulator } from "@/emulators/openid/start";
import { signUpOfferOnPages } from "@/server/accounts/sign-up-policy";
import { hashToken, randomToken } from "@/server/platform/crypto/tokens";
import { db } from "@/server/platform/db";
import { isPrivate, readInstallation } from "@/server/platform/installation";
import { adminDb } from "../support/admin-db";
import { Browser } from "../support/browser";
import { call, ok } from "../support/client";
import { join, seedCompany, seedPerson } from "../support/members";
import { newPerson, sessionOf, startProviders } from "../support/openid";

const password = "seven silent lighthouses";
const BY_INVITATION = "This installation is by invitation. Ask its owner for one.";

let openId: OpenIdEmulator;

beforeAll(async () => {
  openId = await startProviders();
});
beforeEach(async () => {
  await adminDb().user.deleteMany();
  await db("accounts").throttle.deleteMany();
  process.env.SIGN_UP = "invitation";
  process.env.APP_URL = "http://localhost:3000";
});
afterAll(() => openId.close());

let strangers = 0;
const stranger = () => {
  const username = `stranger-${++strangers}`;
  return { username, email: `${username}@example.com` };
};

const signUp = (person = stranger()) =>
  call("POST", "/user/create/api/", {
    body: { ...person, password, password_confirm: password },
  });

/** An invitation to `email`, and its link's token. */
async function invitationTo(email: string): Promise<string> {
  const companyId = await seedCompany("Rosewood Studio");
  const owner = await seedPerson();
  await join(companyId, owner, "owner");
  const token = randomToken();
  await adminDb().invitation.create({
    data: {
      companyId,
      email,
      emailKey: email,
      role: "viewer",
      invitedBy: owner.userId,
      tokenHash: hashToken(token),
      expiresAt: new Date(Date.now() + 3_600_000),
    },
  });
  return token;
}

const signUpInvited = (token: string, username: string) =>
  call("POST", "/invitations/sign-up/", {
    body: { token, username, password, password_confirm: password },
  });

const arrivalOf = async (claims: object) => {
  newPerson(openId, { ...claims });
  const browser = new Browser();
  const landed = await browser.signInWith("oidc");
  return { browser, error: landed.searchParams.get("error") };
};

test("by invitation, one of several at the same moment gets the first account", async () => {
  expect(await signUpOfferOnPages()).toBe("open");
  const answers = await Promise.all([signUp(), signUp(), signUp()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
  const { body } = answers.find(({ status }) => status === 403) ?? {};
  expect(body).toMatchObject({ code: "sign_up_closed", message: BY_INVITATION });
  expect(await adminDb().user.count()).toBe(1);
  expect(await signUpOfferOnPages()).toBe("invitation");
});

test("by invitation, a stranger gets no account, whom a company invites does, and members add companies", async () => {
  const { email, username } = stranger();
  const token = await invitationTo(email);
  const unknown = await signUp({ email, username });
  expect([unknown.status, unknown.body.code]).toEqual([403, "sign_up_closed"]);
  expect((await arrivalOf({})).error).toBe("sign_up_closed");
  expect((await arrivalOf({ email, email_verified: false })).error).toBe("sign_up_closed");
  const { status, body } = await signUpInvited(token, username);
  expect(status).toBe(200);
  await ok("POST", "/companies/", body.token, { company_name: "One more" });

  const vouched = stranger().email;
  await invitationTo(vouched);
  const { browser } = await arrivalOf({ email: vouched });
  expect((await sessionOf(browser)).user.email).toBe(vouched);
});

test("closed, not even the first account or an invited person's is made; who has one accepts", async () => {
  process.env.SIGN_UP = "closed";
  const first = await signUp();
  expect([first.status, first.body.code]).toEqual([403, "sign_up_closed"]);
  const invited = await seedPerson();
  const { email, username } = stranger();
  const refused = await signUpInvited(await invitationTo(email), username);
  expect([refused.status, refused.body.code]).toEqual([403, "sign_up_closed"]);
  await invitationTo(email);
  expect((await arrivalOf({ email })).error).toBe("sign_up_closed");
  const link = await invitationTo(invited.email.toLowerCase());
  const own = await seedCompany("Their own");
  await join(own, invited, "owner");
  await ok("POST", "/invitations/accept/", await invited.signIn(own), { token: link });
});

test("without the setting, local and older installations are open, others by invitation", async () => {
  process.env.SIGN_UP = "";
  await seedPerson();
  const offered = async (APP_URL: string, hadAccounts: boolean) => {
    process.env.APP_URL = APP_URL;
    await adminDb().installation.updateMany({ data: { hadAccounts } });
    return [await signUpOfferOnPages(), isPrivate(await readInstallation())];
  };
  expect(await offered("http://localhost:3000", false)).toEqual(["open", true]);
  expect(await offered("http://127.0.0.1:3000", false)).toEqual(["open", true]);
  expect(await offered("https://books.example.com", true)).toEqual(["open", false]);
  expect(await offered("https://books.example.com", false)).toEqual(["invitation", true]);
  process.env.SIGN_UP = "open";
  expect(isPrivate(await readInstallation())).toBe(false);
});
