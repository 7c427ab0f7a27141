import type { Page } from "@playwright/test";
import { login } from "@/lib/contracts/accounts";
import { getAutoLogout, listSessions } from "@/lib/contracts/sessions";
import { BASE_URL } from "./addresses";
import { type Account, callApi } from "./api";
import { expect, signedInTest as test } from "./fixtures";
import { cut, hold } from "./held";
import { NO_SESSION, storedSession } from "./stored-session";

const NEW_PASSWORD = "another battery staple";

const change = (page: Page) => page.getByRole("button", { name: "Change Password" });

async function fillPasswords(page: Page, current: string, next: string, confirmed = next) {
  await page.getByLabel("Current Password").fill(current);
  await page.getByLabel("New Password", { exact: true }).fill(next);
  await page.getByLabel("Confirm New Password").fill(confirmed);
}

async function signInAgain({ username, password }: Account) {
  return (await callApi(login, { body: { username, password } })).token;
}

const statusOf = async (token: string) => {
  const headers = { authorization: token };
  return (await fetch(`${BASE_URL}/api${listSessions.path}`, { headers })).status;
};

test.describe("changing the password", () => {
  test.use({ expectedErrors: [/422|ERR_FAILED/] });

  test("validates, changes the password, and ends the other sessions", async ({
    page,
    account,
  }) => {
    const elsewhere = await signInAgain(account);
    await page.goto("/settings?tab=security");

    await test.step("all fields are needed", async () => {
      await page.getByLabel("New Password", { exact: true }).fill(NEW_PASSWORD);
      await change(page).click();
      await expect(page.getByText("Please fill in all password fields")).toHaveCount(1);
      await expect(page.getByLabel("Confirm New Password")).toHaveAttribute("aria-invalid", "true");
    });

    await test.step("both new passwords are equal, and long enough", async () => {
      await fillPasswords(page, account.password, NEW_PASSWORD, "something else");
      await change(page).click();
      await expect(page.getByText("New password and confirm password do not match")).toBeVisible();
      await fillPasswords(page, account.password, "12345");
      await change(page).click();
      await expect(page.getByText("Password must be at least 6 characters")).toBeVisible();
    });

    await test.step("the current password is right", async () => {
      await fillPasswords(page, "not the password", NEW_PASSWORD);
      await change(page).click();
      await expect(
        page.getByText("Failed to change password. Please try again.", { exact: true }),
      ).toBeVisible();
      await expect(page.getByText("This isn't your current password")).toBeVisible();
      await expect(page.getByLabel("Current Password")).toBeFocused();
    });

    await test.step("the server is reachable", async () => {
      await fillPasswords(page, account.password, NEW_PASSWORD);
      const restore = await cut(page, "/api/user/change-password/api/");
      await change(page).click();
      await expect(page.getByText("No connection to the server.")).toBeVisible();
      await restore();
    });

    await test.step("the password is changed", async () => {
      const release = await hold(page, "/api/user/change-password/api/");
      await change(page).click();
      await expect(page.getByRole("button", { name: "Changing Password..." })).toBeDisabled();
      release();
      await expect(page.getByText("Password changed successfully")).toBeVisible();
      await expect(page.getByLabel("Current Password")).toHaveValue("");
      expect(await statusOf(elsewhere)).toBe(401);
      expect(await statusOf(account.token)).toBe(200);
      expect(await signInAgain({ ...account, password: NEW_PASSWORD })).toMatch(/^TOKEN /);
    });
  });
});

test.describe("auto logout", () => {
  test.use({ expectedErrors: [/ERR_FAILED/] });

  test("is off and 30 minutes by default, and is saved", async ({ page, account: { token } }) => {
    await page.goto("/settings?tab=security");
    const toggle = page.getByRole("switch", { name: "Auto Logout" });
    const timeout = page.getByRole("combobox", { name: "Session Timeout" });
    const save = page.getByRole("button", { name: "Save Changes" });
    await expect(toggle).not.toBeChecked();
    await expect(timeout).toHaveText("30 minutes");
    await toggle.click();
    await timeout.click();
    await expect(page.getByRole("option")).toHaveText([
      "15 minutes",
      "30 minutes",
      "60 minutes",
      "120 minutes",
    ]);
    await page.getByRole("option", { name: "120 minutes" }).click();

    const restore = await cut(page, "/api/user/auto-logout/api/");
    await save.click();
    await expect(
      page.getByText("Failed to update session settings. Please try again."),
    ).toBeVisible();
    await restore();

    const release = await hold(page, "/api/user/auto-logout/api/");
    await save.click();
    await expect(page.getByRole("button", { name: "Saving..." })).toBeDisabled();
    release();
    await expect(page.getByText("Settings saved successfully")).toBeVisible();
    expect(await callApi(getAutoLogout, { token })).toEqual({
      auto_logout_enabled: true,
      session_timeout: 120,
    });
  });
});

test("sessions are described in words, and ended one by one or all at once", async ({
  page,
  account,
}) => {
  const [first, second] = [await signInAgain(account), await signInAgain(account)];
  await page.goto("/settings?tab=security");
  const rows = page.getByRole("list", { name: "Sessions" }).getByRole("listitem");
  await expect(rows).toHaveCount(3);
  // The page's session was also created through the API, so only its token identifies it.
  await expect(rows.filter({ hasText: "This device" })).toHaveCount(1);
  await expect(rows.first()).toContainText("this computer · ");

  const end = rows.getByRole("button", { name: /^Sign out of/ });
  await expect(end).toHaveCount(2);
  await end.first().click();
  await expect(page.getByText(/^Signed out of/)).toBeVisible();
  await expect(rows).toHaveCount(2);
  expect([await statusOf(first), await statusOf(second)].sort()).toEqual([200, 401]);

  await page.getByRole("button", { name: "Sign out other devices" }).click();
  await expect(page.getByText("Signed out of 1 other device")).toBeVisible();
  await expect(rows).toHaveCount(1);
  await expect(page.getByRole("button", { name: "Sign out other devices" })).toBeDisabled();

  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(page).toHaveURL(/\/login\?next=/);
  await expect.poll(() => storedSession(page)).toEqual(NO_SESSION);
  expect(await statusOf(account.token)).toBe(401);
});
