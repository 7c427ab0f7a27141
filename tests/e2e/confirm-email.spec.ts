import { getProfile } from "@/lib/contracts/profile";
import { callApi, newCredentials, signUp, signUpUnconfirmed } from "./api";
import { axeFindings } from "./axe";
import { expect, signedInTest, test } from "./fixtures";
import { confirmationLinkFor } from "./mailbox";
import { storedSession } from "./stored-session";

test("a new account confirms its address by the mailed link", async ({ page }) => {
  const { username, email, password } = newCredentials();
  await page.goto("/signup");
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Confirm Password").fill(password);
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);

  const banner = page.getByRole("region", { name: "Email address" });
  await expect(banner).toContainText(
    `Confirm your email address. Open the link that we sent to ${email}.`,
  );
  expect(await axeFindings(page)).toEqual([]);
  await confirmationLinkFor(email);
  await banner.getByRole("button", { name: "Resend" }).click();
  await expect(page.getByText(`We sent a link to ${email}`, { exact: true })).toBeVisible();
  const link = await confirmationLinkFor(email, 2);

  await test.step("hidden, it stays hidden in this tab", async () => {
    await banner.getByRole("button", { name: "Hide until the next visit" }).click();
    await page.goto("/settings?tab=account");
    await expect(page.getByText("Not confirmed yet.")).toBeVisible();
    await expect(banner).toHaveCount(0);
  });

  await page.goto(link);
  await expect(page.getByRole("heading", { name: "Confirm your email address" })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  const token = (await storedSession(page)).authToken ?? "";
  // Opening the page confirms nothing: mail filters do that too.
  expect((await callApi(getProfile, { token })).email_confirmed).toBe(false);
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByRole("heading", { name: "Email address confirmed" })).toBeVisible();
  await expect(page.getByText(`${email} is confirmed.`)).toBeVisible();
  expect((await callApi(getProfile, { token })).email_confirmed).toBe(true);
  await page.getByRole("link", { name: "Go to Dashboard" }).click();
  await expect(page.getByRole("heading", { name: "Dashboard", level: 1 })).toBeVisible();
});

test.describe("a link that doesn't work", () => {
  test.use({ expectedErrors: [/404/] });

  test("asks a visitor to sign in; another account can't use it", async ({ page }) => {
    const { email } = await signUpUnconfirmed();
    const other = await signUp();
    const link = await confirmationLinkFor(email);
    await page.goto(link);
    await page.getByRole("main").getByRole("link", { name: "Sign In" }).click();
    await page.getByLabel("Username").fill(other.username);
    await page.getByLabel("Password", { exact: true }).fill(other.password);
    await page.getByRole("button", { name: "Sign In" }).click();
    await expect(page).toHaveURL(new RegExp(`${link}$`));
    await page.getByRole("button", { name: "Confirm" }).click();
    await expect(
      page.getByRole("heading", { name: "This email address can't be confirmed" }),
    ).toBeVisible();
    await expect(page.getByRole("link", { name: "Open Settings" })).toBeVisible();
  });
});

signedInTest(
  "a new address waits for its link, and can be cancelled",
  async ({ page, account }) => {
    const email = `moved-${account.email}`;
    await page.goto("/settings?tab=account");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Current Password").fill(account.password);
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect(page.getByText(`Open the link that we sent to ${email}.`)).toBeVisible();
    await expect(page.getByLabel("Email")).toHaveValue(account.email);
    const waiting = page.getByText(`Waiting for ${email} to be confirmed.`);
    await expect(waiting).toBeVisible();
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(waiting).toHaveCount(0);

    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Current Password").fill(account.password);
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect(waiting).toBeVisible();
    await page.goto(await confirmationLinkFor(email, 2));
    await page.getByRole("button", { name: "Confirm" }).click();
    await expect(page.getByText(`${email} is confirmed.`)).toBeVisible();
    await expect.poll(async () => (await storedSession(page)).userData).toMatchObject({ email });
  },
);
