import { getCompanySettings } from "@/lib/contracts/settings";
import { callApi } from "./api";
import { connectedTest, expect, signedInTest as test } from "./fixtures";
import { cut, hold } from "./held";

const PATH = "/api/settings/company/";

test("eight tabs, with the open one in the address", async ({ page }) => {
  await page.goto("/settings");
  await expect(page.getByRole("heading", { name: "Settings", level: 1 })).toBeVisible();
  await expect(page.getByRole("tab")).toHaveText([
    "General",
    "Rules",
    "People",
    "Webhooks",
    "Account",
    "Notifications",
    "Security",
    // Of an owner, where the installation isn't open to strangers.
    "Health",
  ]);
  const tab = (name: string) => page.getByRole("tab", { name });
  await expect(tab("General")).toHaveAttribute("aria-selected", "true");
  await tab("Security").click();
  await expect(page).toHaveURL(/\/settings\?tab=security$/);
  await page.reload();
  await expect(tab("Security")).toHaveAttribute("aria-selected", "true");
  await expect(page.getByLabel("Current Password")).toBeVisible();
  await page.keyboard.press("Tab");
  await tab("Security").press("ArrowLeft");
  await expect(page).toHaveURL(/\/settings\?tab=notifications$/);
  await tab("Health").click();
  const health = page.getByRole("list", { name: "Health" });
  await expect(health.getByRole("listitem")).toHaveCount(15);
  await expect(health).toContainText(/Version \(.+\)Deposit Matcher \d+\.\d+/);
  await expect(health).toContainText("Database (OK)");
  await page.goto("/settings?tab=nonsense");
  await expect(tab("General")).toHaveAttribute("aria-selected", "true");
});

test("General starts with the documented defaults and saves the choices", async ({
  page,
  account: { token },
}) => {
  await page.goto("/settings");
  const algorithm = page.getByRole("combobox", { name: "Matching Algorithm" });
  const dates = page.getByRole("combobox", { name: "Date Format" });
  await expect(algorithm).toHaveText("Smart");
  await expect(page.getByRole("switch", { name: "Auto Match" })).toBeChecked();
  await expect(page.getByRole("switch", { name: "Daily Synchronization" })).toBeChecked();
  await expect(dates).toContainText("MM-DD-YYYY");
  const save = page.getByRole("button", { name: "Save Changes" });
  await expect(save).toBeDisabled();

  await algorithm.click();
  await expect(page.getByRole("option")).toHaveText(["Smart", "Exact", "Fuzzy"]);
  await page.getByRole("option", { name: "Exact" }).click();
  await page.getByLabel("Company Name").fill("  Lovelace & Co  ");
  await page.getByRole("switch", { name: "Auto Match" }).click();
  const release = await hold(page, PATH);
  await save.click();
  await expect(page.getByRole("button", { name: "Saving..." })).toBeDisabled();
  release();
  await expect(page.getByText("Settings saved successfully")).toBeVisible();
  expect(await callApi(getCompanySettings, { token })).toMatchObject({
    company_name: "Lovelace & Co",
    matching_algorithm: "exact",
    auto_match: false,
    daily_sync: true,
  });
});

test.describe("a failed save", () => {
  test.use({ expectedErrors: [/ERR_FAILED/] });

  test("shows an error and keeps the choices", async ({ page }) => {
    await page.goto("/settings");
    await page.getByLabel("Company Name").fill("Lovelace");
    await cut(page, PATH);
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect(page.getByText("Couldn't save your settings")).toBeVisible();
    await expect(page.getByLabel("Company Name")).toHaveValue("Lovelace");
    await expect(page.getByRole("button", { name: "Save Changes" })).toBeEnabled();
  });
});

connectedTest.describe("one bar for all sections", () => {
  connectedTest.use({ expectedErrors: [/ERR_FAILED|400/] });

  connectedTest("saves what it can; what fails keeps its input and says why", async ({ page }) => {
    await page.goto("/settings");
    const company = page.getByLabel("Company Name");
    const accounts = page.getByRole("region", { name: "Accounts" });
    const refunds = accounts.getByLabel("Refunds, Stripe");
    const memo = page.getByLabel("Memo, Stripe");
    const save = page.getByRole("button", { name: "Save Changes" });
    const discard = page.getByRole("button", { name: "Discard" });
    const count = page.getByText(/\d unsaved changes?$/);
    await expect(save).toBeDisabled();
    await expect(count).toHaveCount(0);
    await expect(discard).toHaveCount(0);

    await refunds.selectOption({ label: "Refunds and Allowances" });
    await expect(count).toHaveText("1 unsaved change");
    await expect(save).toBeInViewport();
    await company.fill("Lovelace & Co");
    await memo.fill("Sold online");
    await expect(count).toHaveText("3 unsaved changes");
    await discard.click();
    await expect(count).toHaveCount(0);
    await expect(refunds).toHaveValue("");
    await expect(memo).toHaveValue("");
    await expect(company).not.toHaveValue("Lovelace & Co");

    await refunds.selectOption({ label: "Refunds and Allowances" });
    await company.fill("Lovelace & Co");
    await memo.fill("Sold online");
    const restore = await cut(page, "/api/settings/accounts/");
    await save.click();
    await expect(page.getByText("Some changes weren't saved")).toBeVisible();
    await expect(page.getByText("Saved: Company, Receipts.")).toBeVisible();
    const alert = accounts.getByRole("alert");
    await expect(alert).toContainText("Couldn't save the accounts");
    await expect(alert).toBeFocused();
    await expect(refunds.locator("option:checked")).toHaveText("Refunds and Allowances");
    await expect(refunds).toHaveAttribute("aria-invalid", "true");
    await expect(count).toHaveText("1 unsaved change");

    await restore();
    await save.click();
    await expect(
      page.getByText("Refunds from Stripe are booked to Refunds and Allowances"),
    ).toBeVisible();
    await expect(alert).toHaveCount(0);
    await expect(count).toHaveCount(0);
    await page.reload();
    await expect(company).toHaveValue("Lovelace & Co");
    await expect(memo).toHaveValue("Sold online");
    await expect(refunds.locator("option:checked")).toHaveText("Refunds and Allowances");

    await company.fill(" ");
    await save.click();
    await expect(page.getByText("Company name is required")).toBeVisible();
    await expect(company).toBeFocused();
    await expect(count).toHaveText("1 unsaved change");
  });
});

test.describe("a failed load", () => {
  test.use({ expectedErrors: [/ERR_FAILED/] });

  test("shows an error, and Retry loads the settings", async ({ page }) => {
    const restore = await cut(page, PATH);
    await page.goto("/settings");
    await expect(page.getByText("Couldn't load your settings")).toBeVisible();
    await restore();
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByLabel("Company Name")).toBeVisible();
  });
});

test("unsaved changes are guarded on every way out", async ({ page }) => {
  const dialog = page.getByRole("alertdialog");
  await page.goto("/settings");
  await page.getByLabel("Company Name").fill("Unsaved");

  await page.getByRole("tab", { name: "Account" }).click();
  await expect(dialog).toContainText("Leave without saving?");
  await dialog.getByRole("button", { name: "Keep editing" }).click();
  await expect(page.getByLabel("Company Name")).toHaveValue("Unsaved");

  await page.getByRole("link", { name: "Dashboard", exact: true }).click();
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/\/settings/);

  const asked = page.waitForEvent("dialog");
  const closing = page.close({ runBeforeUnload: true });
  const question = await asked;
  expect(question.type()).toBe("beforeunload");
  await question.dismiss();
  await closing;
  await expect(page.getByLabel("Company Name")).toHaveValue("Unsaved");

  await page.getByRole("tab", { name: "Account" }).click();
  await dialog.getByRole("button", { name: "Leave" }).click();
  await expect(page).toHaveURL(/\?tab=account$/);
  // Discarded, not hidden.
  await page.getByRole("tab", { name: "General" }).click();
  await expect(page.getByLabel("Company Name")).not.toHaveValue("Unsaved");
  await page.getByRole("link", { name: "Dashboard", exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test("Back and Forward ask as well, and leave the history unchanged", async ({ page }) => {
  const dialog = page.getByRole("alertdialog", { name: "Leave without saving?" });
  const company = page.getByLabel("Company Name");
  const type = async () => {
    await company.press("End");
    await company.pressSequentially(" unsaved");
  };
  const traverse = (steps: number) => page.evaluate((by) => window.history.go(by), steps);
  const entry = () =>
    page.evaluate(() => ({
      key: window.navigation.currentEntry?.key,
      length: window.history.length,
      isOfTheRouter: window.history.state?.__NA,
    }));
  await page.goto("/dashboard");
  await page.getByRole("link", { name: "Settings", exact: true }).click();
  const stored = await company.inputValue();
  const before = await entry();
  expect(before.isOfTheRouter).toBe(true);

  await test.step("staying keeps the input, each time", async () => {
    await type();
    for (const stay of ["Keep editing", "Escape"]) {
      await traverse(-1);
      await expect(dialog).toBeVisible();
      await expect(page).toHaveURL(/\/settings$/);
      if (stay === "Escape") await page.keyboard.press("Escape");
      else await dialog.getByRole("button", { name: stay }).click();
      await expect(dialog).toBeHidden();
      await expect(company).toHaveValue(`${stored} unsaved`);
      expect(await entry()).toEqual(before);
    }
  });

  await test.step("leaving goes to Back's target, and Forward leads to the form as saved", async () => {
    await traverse(-1);
    await dialog.getByRole("button", { name: "Leave" }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByRole("heading", { name: "Dashboard", level: 1 })).toBeVisible();
    await page.goForward();
    await expect(company).toHaveValue(stored);
    expect(await entry()).toEqual(before);
  });

  await test.step("Forward asks, too", async () => {
    await page.getByRole("link", { name: "Integrations", exact: true }).click();
    await expect(page).toHaveURL(/\/integrations$/);
    await page.goBack();
    await type();
    await traverse(1);
    await expect(dialog).toBeVisible();
    await dialog.getByRole("button", { name: "Leave" }).click();
    await expect(page).toHaveURL(/\/integrations$/);
    await page.goBack();
    await expect(company).toHaveValue(stored);
  });

  await test.step("discarded or saved changes need no question", async () => {
    await type();
    await page.getByRole("button", { name: "Discard" }).click();
    await expect(page.getByText("No unsaved changes")).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(/\/dashboard$/);
    await page.goForward();
    await company.fill("Saved");
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect(page.getByText("Settings saved successfully")).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(/\/dashboard$/);
    await page.goForward();
    await expect(company).toHaveValue("Saved");
  });
});

test("a choice opens by its label and accepts a letter, before and after it was opened", async ({
  page,
}) => {
  await page.goto("/settings");
  const algorithm = page.getByRole("combobox", { name: "Matching Algorithm" });
  await algorithm.focus();
  await page.keyboard.press("f");
  await expect(algorithm).toHaveText("Fuzzy");
  // Who comes back begins a new name.
  await algorithm.blur();
  await algorithm.focus();
  await page.keyboard.press("e");
  await expect(algorithm).toHaveText("Exact");
  await expect(algorithm).toHaveAttribute("aria-expanded", "false");
  await expect(algorithm).toHaveAccessibleDescription(/./);

  await page.getByText("Matching Algorithm", { exact: true }).click();
  await expect(page.getByRole("option", { name: "Exact" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("option")).toHaveCount(0);
  await expect(algorithm).toBeFocused();
  await expect(algorithm).toHaveAccessibleDescription(/./);
  await page.keyboard.press("s");
  await expect(algorithm).toHaveText("Smart");
});
