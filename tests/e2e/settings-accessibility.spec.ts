import type { Locator } from "@playwright/test";
import { signUp } from "./api";
import { enableTwoFactor } from "./authenticator";
import { axeFindings, axeFindingsAbove, inEveryLook, LOOKED_AT } from "./axe";
import { expect, signedInTest, test } from "./fixtures";
import { tabTo } from "./focus";

signedInTest("axe finds no violations on the tabs", LOOKED_AT, async ({ page, account }) => {
  signedInTest.slow();
  const { recoveryCodes } = await enableTwoFactor(account);
  const dialog = page.getByRole("dialog");
  const expectNothing = (what: string) =>
    inEveryLook(page, async (look) => {
      expect(await axeFindings(page), `${what} ${look}`).toEqual([]);
    });

  const expectNothingInDialog = (what: string) =>
    inEveryLook(page, async (look) => {
      expect(await axeFindingsAbove(page, "[role=dialog]"), `${what} ${look}`).toEqual([]);
    });

  for (const [tab, first] of [
    ["general", "Company Name"],
    ["account", "First Name"],
    ["notifications", "Successful Matches"],
    ["security", "Current Password"],
  ] as const) {
    await page.goto(`/settings?tab=${tab}`);
    await expect(page.getByLabel(first)).toBeVisible();
    await expectNothing(tab);
  }

  await page.goto("/settings?tab=health");
  await expect(page.getByRole("list", { name: "Health" })).toBeVisible();
  await expectNothing("health");

  await page.goto("/settings?tab=security");
  await page.getByRole("button", { name: "Change Password" }).click();
  await expect(page.getByText("Please fill in all password fields")).toBeVisible();
  await expectNothing("an incomplete form");
  await page.getByRole("button", { name: "New recovery codes" }).click();
  await expect(dialog).toBeVisible();
  await expectNothingInDialog("new recovery codes");
  await dialog.getByLabel("Current Password").fill(account.password);
  await dialog.getByRole("textbox", { name: "Code" }).fill(recoveryCodes[0] ?? "");
  await dialog.getByRole("button", { name: "Create new codes" }).click();
  await expect(dialog.getByRole("list", { name: "Recovery codes" })).toBeVisible();
  await expectNothingInDialog("recovery codes");
});

signedInTest.describe("webhooks", () => {
  // A URL that is refused.
  signedInTest.use({ expectedErrors: [/422/] });

  signedInTest(
    "axe finds no violations; they are added, changed and deleted by keyboard",
    LOOKED_AT,
    async ({ page }) => {
      signedInTest.slow();
      const press = async (target: Locator) => {
        await tabTo(page, target);
        await page.keyboard.press("Enter");
      };
      const expectNothing = (what: string) =>
        inEveryLook(page, async (look) => {
          expect(await axeFindings(page), `${what} ${look}`).toEqual([]);
        });
      const dialog = page.getByRole("dialog");
      const add = page.getByRole("button", { name: "Add endpoint" });
      await page.goto("/settings?tab=webhooks");
      await expect(page.getByText("No webhooks")).toBeVisible();
      await expectNothing("no webhooks");
      await press(add);
      await expect(dialog.getByLabel("URL")).toBeFocused();
      await page.keyboard.type("http://example.com/hooks");
      await tabTo(page, dialog.getByLabel("All events"));
      await page.keyboard.press("Space");
      await tabTo(page, dialog.getByLabel("deposit.created"));
      await page.keyboard.press("Space");
      await press(dialog.getByRole("button", { name: "Add endpoint" }));
      await expect(dialog.getByText("The URL must start with https://")).toHaveCount(1);
      await expect(dialog.getByLabel("URL")).toBeFocused();
      await expectNothing("a refused URL");
      await page.keyboard.type("https://1.1.1.1/hooks");
      await page.keyboard.press("Enter");
      await expect(dialog.getByRole("region", { name: "Signing secret" })).toContainText("whsec_");
      await expect(dialog.getByRole("button", { name: "Copy" })).toBeFocused();
      await expectNothing("the secret");
      await press(dialog.getByRole("button", { name: "I've saved it" }));
      await expect(add).toBeFocused();

      const row = page.getByRole("list", { name: "Webhook endpoints" }).getByRole("listitem");
      await expect(row).toContainText("https://1.1.1.1/hooksActive10 of 11 events");
      await tabTo(page, row.getByRole("button", { name: "Deliveries" }), "Shift+Tab");
      await page.keyboard.press("Enter");
      await expect(row.getByText("No deliveries")).toBeVisible();
      await press(row.getByRole("button", { name: "Disable" }));
      await press(page.getByRole("alertdialog").getByRole("button", { name: "Disable" }));
      await expect(row.getByRole("status")).toContainText("A user disabled it.");
      await expectNothing("a disabled webhook");
      await press(row.getByRole("button", { name: "Delete" }));
      await press(page.getByRole("alertdialog").getByRole("button", { name: "Delete" }));
      await expect(page.getByText("No webhooks")).toBeVisible();
      await expect(add).toBeFocused();
    },
  );
});

signedInTest(
  "axe finds no violations on enrolment",
  LOOKED_AT,
  async ({ page, account: { password } }) => {
    signedInTest.slow();
    await page.goto("/settings?tab=security");
    const dialog = page.getByRole("dialog");
    await page.getByRole("switch", { name: "Two-Factor Authentication" }).click();
    await dialog.getByLabel("Current Password").fill(password);
    await dialog.getByRole("button", { name: "Continue" }).click();
    await expect(dialog.getByRole("img")).toBeVisible();
    await inEveryLook(page, async (look) => {
      expect(await axeFindingsAbove(page, "[role=dialog]"), `authenticator ${look}`).toEqual([]);
    });
  },
);

test.describe("signing in", () => {
  // The first step of signing in to an account with two-factor.
  test.use({ expectedErrors: [/401/] });

  test("axe finds no violations on its steps", LOOKED_AT, async ({ page }) => {
    test.slow();
    const account = await signUp();
    await enableTwoFactor(account);
    await page.goto("/login?error=already_exists");
    await expect(page.getByText("already exists")).toBeVisible();
    await inEveryLook(page, async (look) => {
      expect(await axeFindings(page), `a notice ${look}`).toEqual([]);
    });
    await page.getByLabel("Username").fill(account.username);
    await page.getByLabel("Password", { exact: true }).fill(account.password);
    await page.getByRole("button", { name: "Sign In" }).click();
    await expect(page.getByRole("heading", { name: "Enter your code" })).toBeVisible();
    await inEveryLook(page, async (look) => {
      expect(await axeFindings(page), `the code ${look}`).toEqual([]);
    });
    await page.getByRole("button", { name: "Use a recovery code" }).click();
    expect(await axeFindings(page)).toEqual([]);
  });
});
