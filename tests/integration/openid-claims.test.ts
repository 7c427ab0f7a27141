import { afterAll, beforeAll, expect, test } from "vitest";
import type { OpenIdEmulator } from "@/emulators/openid/start";
import { closeDb, db } from "@/server/platform/db";
import { stopQueue } from "@/server/platform/queue/queue";
import { Browser } from "../support/browser";
import { signUp } from "../support/company";
import { newPerson, sessionOf, startProviders } from "../support/openid";

let openId: OpenIdEmulator;

beforeAll(async () => {
  openId = await startProviders();
});
afterAll(async () => {
  await openId.close();
  await stopQueue(1_000);
  await closeDb();
});

test("a token's claim that an address is verified applies only to the address in it", async () => {
  const owner = await signUp();
  const email = `${owner.username}@example.com`;
  await db("accounts").user.update({
    where: { usernameKey: owner.username },
    data: { emailVerifiedAt: new Date() },
  });
  const { provider } = openId;
  provider.emailIn = "userinfo";
  provider.bent = { email_verified: true };
  newPerson(openId, { email, email_verified: false });
  const landed = await new Browser().signInWith("oidc");
  expect(landed.searchParams.get("error")).toBe("already_exists");

  provider.bent = { email_verified: false };
  newPerson(openId, { email, email_verified: true });
  const browser = new Browser();
  await browser.signInWith("oidc");
  expect((await sessionOf(browser)).user.email).toBe(email);
});
