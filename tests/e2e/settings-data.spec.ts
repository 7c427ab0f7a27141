import { readFile } from "node:fs/promises";
import { login } from "@/lib/contracts/accounts";
import { callApi } from "./api";
import { codeOf, enableTwoFactor } from "./authenticator";
import { axeFindings } from "./axe";
import { expect, signedInTest as test } from "./fixtures";
import { cut } from "./held";
import { NO_SESSION, storedSession } from "./stored-session";

test("all data can be saved as one file", async ({ page, account }) => {
  await page.goto("/settings?tab=account");
  const button = page.getByRole("button", { name: "Export" });
  const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
  expect(download.suggestedFilename()).toMatch(/^deposit-matcher-\d{4}-\d\d-\d\d\.ndjson$/);
  const lines = (await readFile(await download.path(), "utf8")).trimEnd().split("\n");
  const rows = lines.map((line) => JSON.parse(line));
  expect(rows[0]).toMatchObject({ type: "export", format: 1 });
  expect(rows.find(({ type }) => type === "user")).toMatchObject({ email: account.email });
  expect(rows.at(-1)).toMatchObject({ type: "end", rows: { user: 1 } });
});

test.describe("refusals", () => {
  test.use({ expectedErrors: [/ERR_FAILED|422/] });

  test("are explained, and nothing is deleted", async ({ page, account }) => {
    await page.goto("/settings?tab=account");
    await cut(page, "/api/settings/export/");
    await page.getByRole("button", { name: "Export" }).click();
    await expect(page.getByText("Couldn't export your data")).toBeVisible();

    await page.getByRole("button", { name: "Delete account" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete your account?" });
    await expect(dialog).toContainText("Deposits already posted to QuickBooks");
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Delete account" }).click();
    await expect(dialog.getByText("Enter your current password")).toBeVisible();
    await dialog.getByLabel("Current Password").fill("not the password");
    await dialog.getByRole("button", { name: "Delete account" }).click();
    await expect(dialog.getByText("This isn't your current password")).toBeVisible();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("button", { name: "Delete account" })).toBeFocused();
    const { username, password } = account;
    expect((await callApi(login, { body: { username, password } })).user.username).toBe(username);
  });
});

test.describe("deleting the account", () => {
  test.use({ expectedErrors: [/401/] });

  test("needs password and code, and signs out", async ({ page, account }) => {
    const { secret } = await enableTwoFactor(account);
    await page.goto("/settings?tab=account");
    await page.getByRole("button", { name: "Delete account" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete your account?" });
    await dialog.getByLabel("Current Password").fill(account.password);
    await dialog.getByLabel("Code").fill(codeOf(secret, 1));
    await dialog.getByRole("button", { name: "Delete account" }).click();
    await expect(page.getByText("Your account was deleted")).toBeVisible();
    await expect(page).toHaveURL(/\/login/);
    await expect.poll(() => storedSession(page)).toEqual(NO_SESSION);
    await page.getByLabel("Username").fill(account.username);
    await page.getByLabel("Password", { exact: true }).fill(account.password);
    await page.getByRole("button", { name: "Sign In" }).click();
    await expect(page.getByText("Invalid username or password")).toBeVisible();
  });
});
