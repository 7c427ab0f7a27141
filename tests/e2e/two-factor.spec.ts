import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { twoFactorStatus } from "@/lib/contracts/two-factor";
import { BASE_URL } from "./addresses";
import { callApi, signUp } from "./api";
import { codeOf, enableTwoFactor } from "./authenticator";
import { expect, signedInTest, test } from "./fixtures";
import { NO_SESSION, storedSession } from "./stored-session";

const box = (page: Page, at: number) => page.getByLabel(`Digit ${at} of 6`);

async function passFirstStep(page: Page, account: { username: string; password: string }) {
  await page.goto("/login?next=/transactions");
  await page.getByLabel("Username").fill(account.username);
  await page.getByLabel("Password", { exact: true }).fill(account.password);
  await page.getByRole("button", { name: "Sign In" }).click();
  // With the focus, the form and its clock have begun.
  await expect(box(page, 1)).toBeFocused();
}

test.describe("signing in with two-factor", () => {
  // Every first step counts, and so does a wrong code.
  test.use({ expectedErrors: [/401/] });

  test("accepts an authenticator's code, and continues", async ({ page }) => {
    const account = await signUp();
    const { secret } = await enableTwoFactor(account);
    await passFirstStep(page, account);
    await expect.poll(() => storedSession(page)).toEqual(NO_SESSION);
    await page.keyboard.type(codeOf(secret, 4));
    await page.getByRole("button", { name: "Sign In" }).click();
    await expect(page.getByText("This code is wrong or was already used")).toBeVisible();
    await expect(box(page, 1)).toBeFocused();
    await expect(box(page, 6)).toHaveValue("");
    await page.keyboard.type(codeOf(secret, 1));
    await page.getByRole("button", { name: "Sign In" }).click();
    await expect(page.getByText("Logged in successfully!")).toBeVisible();
    await expect(page).toHaveURL(`${BASE_URL}/transactions`);
    await expect.poll(async () => (await storedSession(page)).userData).toEqual(account.user);
  });

  test("accepts a recovery code; Back returns to the password", async ({ page }) => {
    const account = await signUp();
    const { recoveryCodes } = await enableTwoFactor(account);
    await passFirstStep(page, account);
    await page.getByRole("button", { name: "Back" }).click();
    await expect(page.getByLabel("Username")).toBeVisible();
    await passFirstStep(page, account);
    await page.getByRole("button", { name: "Use a recovery code" }).click();
    await expect(page.getByLabel("Recovery Code")).toBeFocused();
    // In any spelling.
    await page.keyboard.type(` ${recoveryCodes[0]?.toUpperCase()} `);
    await page.getByRole("button", { name: "Sign In" }).click();
    await expect(page).toHaveURL(`${BASE_URL}/transactions`);
    await expect.poll(async () => (await storedSession(page)).authToken).not.toBeNull();
    const token = (await storedSession(page)).authToken ?? "";
    expect(await callApi(twoFactorStatus, { token })).toEqual({
      enabled: true,
      recovery_codes_left: recoveryCodes.length - 1,
    });
  });

  test("ends after ten minutes", async ({ page }) => {
    const account = await signUp();
    await enableTwoFactor(account);
    await page.clock.install();
    await passFirstStep(page, account);
    await page.clock.fastForward("10:00");
    await expect(page.getByText("This sign-in has expired. Please sign in again.")).toBeVisible();
    await expect(page.getByLabel("Username")).toBeVisible();
  });

  test("ends after five wrong codes", async ({ page }) => {
    const account = await signUp();
    const { secret } = await enableTwoFactor(account);
    await passFirstStep(page, account);
    for (let tries = 1; tries <= 5; tries++) {
      await expect(box(page, 1)).toBeFocused();
      await page.keyboard.type(codeOf(secret, 10 + tries));
      await page.getByRole("button", { name: "Sign In" }).click();
      if (tries < 5) await expect(box(page, 6)).toHaveValue("");
    }
    await expect(page.getByText("This sign-in has expired. Please sign in again.")).toBeVisible();
    await expect(page.getByLabel("Username")).toBeVisible();
  });
});

signedInTest.describe("the toggle of the Security tab", () => {
  // A wrong password, a wrong code.
  signedInTest.use({
    expectedErrors: [/422/],
    permissions: ["clipboard-read", "clipboard-write"],
  });

  signedInTest("leads through enrolment and back", async ({ page, account }) => {
    // A dialog hides the page behind it from screen readers.
    const toggle = page.getByRole("switch", {
      name: "Two-Factor Authentication",
      includeHidden: true,
    });
    const dialog = page.getByRole("dialog");
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    await page.goto("/settings?tab=security");

    await test.step("the password is checked", async () => {
      await expect(toggle).not.toBeChecked();
      await toggle.click();
      await dialog.getByLabel("Current Password").fill("not the password");
      await dialog.getByRole("button", { name: "Continue" }).click();
      await expect(dialog.getByText("This isn't your current password")).toBeVisible();
      await expect(toggle).not.toBeChecked();
      await dialog.getByLabel("Current Password").fill(account.password);
      await dialog.getByRole("button", { name: "Continue" }).click();
    });

    const secret = await test.step("the authenticator", async () => {
      const image = dialog.getByRole("img", { name: "QR code for your authenticator app" });
      await expect(image).toHaveAttribute("src", /^data:image\/svg\+xml/);
      await expect
        .poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth))
        .toBeGreaterThan(0);
      await dialog.getByRole("button", { name: "Copy key" }).click();
      await expect(page.getByText("Copied")).toBeVisible();
      return clipboard();
    });

    const codes = await test.step("a wrong code, then the right one, pasted", async () => {
      expect(secret).toMatch(/^[A-Z2-7]{32}$/);
      await box(page, 1).focus();
      await page.keyboard.type(codeOf(secret, 10));
      await dialog.getByRole("button", { name: "Turn on" }).click();
      await expect(page.getByText(/This code is wrong/)).toBeVisible();
      await expect(box(page, 1)).toBeFocused();
      await page.evaluate((code) => navigator.clipboard.writeText(code), codeOf(secret));
      await page.keyboard.press("ControlOrMeta+v");
      await dialog.getByRole("button", { name: "Turn on" }).click();
      await expect(page.getByText("Two-factor authentication is on")).toBeVisible();
      const list = dialog.getByRole("list", { name: "Recovery codes" });
      await expect(list.getByRole("listitem")).toHaveCount(10);
      return list.getByRole("listitem").allTextContents();
    });

    await test.step("recovery codes are copied, saved as a file, printed", async () => {
      await dialog.getByRole("button", { name: "Copy", exact: true }).click();
      await expect.poll(clipboard).toBe(codes.join("\n"));
      const download = page.waitForEvent("download");
      await dialog.getByRole("button", { name: "Download" }).click();
      const file = await readFile(await (await download).path(), "utf8");
      expect(file).toContain(account.username);
      expect(file).toContain(codes.join("\n"));
      await page.emulateMedia({ media: "print" });
      await expect(dialog).toBeHidden();
      await expect(page.locator("[data-print-sheet]")).toContainText(codes[9] ?? "none");
      await expect(page.locator("[data-print-sheet]")).toBeVisible();
      await page.emulateMedia({ media: "screen" });
      await dialog.getByRole("button", { name: "I've saved them" }).click();
      await expect(toggle).toBeChecked();
      await expect(page.getByText("10 recovery codes left")).toBeVisible();
    });

    const fresh = await test.step("new codes replace the old ones", async () => {
      await page.getByRole("button", { name: "New recovery codes" }).click();
      await dialog.getByLabel("Current Password").fill(account.password);
      await dialog.getByRole("textbox", { name: "Code" }).fill(codes[0] ?? "");
      await dialog.getByRole("button", { name: "Create new codes" }).click();
      const list = dialog.getByRole("list", { name: "Recovery codes" });
      await expect(list.getByRole("listitem")).toHaveCount(10);
      const made = await list.getByRole("listitem").allTextContents();
      expect(made).not.toContain(codes[1]);
      await dialog.getByRole("button", { name: "I've saved them" }).click();
      return made;
    });

    await test.step("it is turned off with a valid code", async () => {
      await toggle.click();
      await dialog.getByRole("button", { name: "Turn off" }).click();
      await expect(dialog.getByText("Enter your current password")).toBeVisible();
      await dialog.getByLabel("Current Password").fill(account.password);
      await dialog.getByRole("textbox", { name: "Code" }).fill(codes[1] ?? "");
      await dialog.getByRole("button", { name: "Turn off" }).click();
      await expect(dialog.getByText("This code is wrong or was already used")).toBeVisible();
      await expect(toggle).toBeChecked();
      await dialog.getByRole("textbox", { name: "Code" }).fill(fresh[0] ?? "");
      await dialog.getByRole("button", { name: "Turn off" }).click();
      await expect(page.getByText("Two-factor authentication is off")).toBeVisible();
      await expect(toggle).not.toBeChecked();
      const { token } = account;
      expect(await callApi(twoFactorStatus, { token })).toMatchObject({ enabled: false });
    });
  });
});
