import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { type OpenIdEmulator, startOpenId } from "@/emulators/openid/start";
import { listLinkedIdentities } from "@/lib/contracts/linked-identities";
import { beginTwoFactor, confirmTwoFactor } from "@/lib/contracts/two-factor";
import { OPENID_PORT } from "./addresses";
import { callApi, signUpUnconfirmed } from "./api";
import { codeOf } from "./authenticator";
import { expect, test } from "./fixtures";
import { NO_SESSION, storedSession } from "./stored-session";

let openId: OpenIdEmulator;

test.beforeAll(async () => {
  openId = await startOpenId(OPENID_PORT);
});
test.beforeEach(() => {
  newIdentity();
  delete openId.provider.bent;
});
test.afterAll(() => openId.close());

/** Changes the person at the provider. */
function newIdentity(claims: Record<string, unknown> = {}) {
  const sub = randomUUID();
  const person = { sub, email: `${sub}@example.com`, email_verified: true, ...claims };
  openId.provider.person = person;
  return person;
}

const provider = (page: Page) => page.getByRole("button", { name: "Continue with Single sign-on" });

test("the page itself contains the configured providers", async ({ page }) => {
  for (const path of ["/login", "/signup"]) {
    const response = await page.goto(path);
    const html = (await response?.text()) ?? "";
    expect(html).toContain("Single sign-on");
    expect(html).not.toMatch(/Google|Intuit/);
    await expect(page.getByRole("button", { name: /^Continue with/ })).toHaveCount(1);
  }
});

test("signs up a new person, and returns to the requested page", async ({ page }) => {
  const { email } = newIdentity({ given_name: "Grace", family_name: "Hopper" });
  await page.goto("/integrations");
  await expect(page).toHaveURL(/\/login\?next=%2Fintegrations$/);
  await provider(page).click();
  await expect(page.getByText("Logged in successfully!")).toBeVisible();
  await expect(page).toHaveURL(/\/integrations$/);
  await expect
    .poll(() => storedSession(page))
    .toMatchObject({
      authToken: expect.stringMatching(/^TOKEN /),
      isAuthenticated: "true",
      userData: { email, first_name: "Grace", last_name: "Hopper" },
    });

  await test.step("the Security tab shows how they sign in", async () => {
    await page.goto("/settings?tab=security");
    await expect(page.getByText("This account has no password")).toBeVisible();
    const linked = page.getByRole("list", { name: "Linked sign-in providers" });
    await expect(linked).toContainText(email);
    // Their only sign-in method.
    await expect(linked.getByRole("button", { name: /^Unlink/ })).toBeDisabled();
  });

  await test.step("and Logout ends the session and its cookie", async () => {
    await page.getByRole("button", { name: "Logout" }).click();
    await expect(page).toHaveURL(/\/$/);
    await expect.poll(() => storedSession(page)).toEqual(NO_SESSION);
    const session = await page.request.get("/api/auth/session");
    expect(await session.json()).toEqual({});
  });
});

test("asks for the second factor after the provider", async ({ page }) => {
  const { email } = newIdentity();
  await page.goto("/login");
  await provider(page).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect.poll(async () => (await storedSession(page)).authToken).not.toBeNull();
  const token = (await storedSession(page)).authToken ?? "";
  const { secret } = await callApi(beginTwoFactor, { token, body: {} });
  await callApi(confirmTwoFactor, { token, body: { code: codeOf(secret) } });
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/$/);

  await page.goto("/login?next=/manual-match");
  await provider(page).click();
  await expect(page.getByRole("heading", { name: "Enter your code" })).toBeVisible();
  // Neither error nor challenge stays in the address.
  await expect(page).toHaveURL(/\/login\?next=%2Fmanual-match$/);
  await expect(page.getByLabel("Digit 1 of 6")).toBeFocused();
  await page.keyboard.type(codeOf(secret, 1));
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page).toHaveURL(/\/manual-match$/);
  await expect.poll(async () => (await storedSession(page)).userData).toMatchObject({ email });
});

test("an address with an existing account must be proved", async ({ page }) => {
  const { email, token } = await signUpUnconfirmed();
  newIdentity({ email });
  await page.goto("/login?next=/transactions");
  await provider(page).click();
  await expect(page.getByText("An account with this email address already exists.")).toBeVisible();
  await expect(page).toHaveURL(/\/login\?next=%2Ftransactions$/);
  await expect.poll(() => storedSession(page)).toEqual(NO_SESSION);
  expect((await callApi(listLinkedIdentities, { token })).identities).toEqual([]);
});

test("a provider without an address is refused", async ({ page }) => {
  newIdentity({ email: undefined });
  await page.goto("/signup");
  await provider(page).click();
  await expect(page.getByText("The provider didn't share your email address.")).toBeVisible();
});

test("a foreign answer is refused", async ({ page }) => {
  openId.provider.bent = { aud: "another-client" };
  await page.goto("/login");
  await provider(page).click();
  await expect(
    page.getByText("Couldn't sign you in through the provider. Please try again."),
  ).toBeVisible();
  await expect.poll(() => storedSession(page)).toEqual(NO_SESSION);
});

for (const [code, sentence] of [
  ["rate_limited", "Too many attempts. Please try again in a few minutes."],
  ["CredentialsSignin", "Invalid username or password"],
  ["internal", "Couldn't sign you in through the provider. Please try again."],
  ["two_factor_required", "This sign-in has expired. Please sign in again."],
] as const) {
  test(`explains ${code} in a sentence`, async ({ page }) => {
    await page.goto(`/login?error=${code}`);
    await expect(page.getByText(sentence)).toBeVisible();
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByRole("button", { name: "Sign In" })).toBeVisible();
  });
}
